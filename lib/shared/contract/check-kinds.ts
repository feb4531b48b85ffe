export interface Check {
  /** Follows the word "Check" in the button's label. */
  title: string;
  section: string;
  card: string;
  paths: readonly string[];
  mails?: true;
}

const smtp = ["host", "port", "secure", "starttls", "allowInsecure", "username", "password"].map(
  (key) => `email.smtp.${key}`,
);

/** Settings that contain the sender's address. All mail checks read them. */
const sender = ["email.senderAddress", "general.correspondenceEmail"];

const mailService = (title: string, keys: readonly string[]) => ({
  title,
  section: "email",
  card: title,
  paths: [...keys.map((key) => `email.${key}`), ...sender],
  mails: true as const,
});

export const checks = {
  smtp: {
    title: "mail server",
    section: "email",
    card: "SMTP",
    paths: [...smtp, ...sender],
    mails: true,
  },
  mailgun: mailService("Mailgun", [
    "emailApi1.username",
    "emailApi1.apiKey",
    "emailApi1.domain",
    "emailApi1.isEuropean",
  ]),
  mailjet: mailService("Mailjet", ["emailApi2.apiKey", "emailApi2.apiSecret"]),
  sendgrid: mailService("SendGrid", ["emailApi3.apiKey"]),
  broker: { title: "broker", section: "broker", card: "Connection", paths: ["broker.host"] },
  discovery: {
    title: "server name",
    section: "general",
    card: "Identity",
    paths: ["general.serverName", "api.endpointPublic"],
  },
  gateway: {
    title: "gateway",
    section: "gateway",
    card: "Addresses",
    paths: ["gateway.endpointPublic", "gateway.endpointPrivate"],
  },
  api: {
    title: "API",
    section: "api",
    card: "Addresses",
    paths: ["api.endpointPublic", "api.endpointPrivate"],
  },
  cdn: {
    title: "CDN",
    section: "cdn",
    card: "Addresses",
    paths: ["cdn.endpointPublic", "cdn.endpointPrivate"],
  },
  imageProxy: {
    title: "image proxy",
    section: "cdn",
    card: "Link preview images",
    paths: ["cdn.imageProxyServerUrl"],
  },
  errorTracking: {
    title: "error tracking",
    section: "errorTracking",
    card: "Reporting",
    paths: ["errorTracking.endpoint"],
  },
} as const satisfies Record<string, Check>;

export type CheckKind = keyof typeof checks;

export const mailChecks: Readonly<Record<string, CheckKind>> = {
  smtp: "smtp",
  emailApi1: "mailgun",
  emailApi2: "mailjet",
  emailApi3: "sendgrid",
};

export const checkKinds = Object.keys(checks) as CheckKind[];

export function checkAt(section: string, card: string): CheckKind | undefined {
  return checkKinds.find((kind) => checks[kind].section === section && checks[kind].card === card);
}
