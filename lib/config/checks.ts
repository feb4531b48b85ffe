/** What can be tried out before it is relied on: a connection that the settings of one card describe. */
export interface Check {
  /** Words for its button, after "Check". */
  title: string;
  /** Where its button stands: section and title of the card. */
  section: string;
  card: string;
  /** The settings that it uses. */
  paths: readonly string[];
}

const smtp = ["host", "port", "secure", "username", "password"].map((key) => `email.smtp.${key}`);

export const checks = {
  smtp: {
    title: "mail server",
    section: "email",
    card: "SMTP",
    paths: [...smtp, "email.senderAddress", "general.correspondenceEmail"],
  },
  broker: { title: "broker", section: "broker", card: "Connection", paths: ["broker.host"] },
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
    card: "Embed images",
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

export const checkKinds = Object.keys(checks) as CheckKind[];

/** The check whose button stands in a card; undefined for most cards. */
export function checkAt(section: string, card: string): CheckKind | undefined {
  return checkKinds.find((kind) => checks[kind].section === section && checks[kind].card === card);
}

/** One thing that was tried, in order; the first that fails ends the way to its target. */
export interface CheckStep {
  /** Which of several addresses: "Public address". */
  target?: string;
  /** "Name", "Connection", "TLS", "Sign-in" … */
  name: string;
  ok: boolean;
  /** What was found, and what to do where it failed. */
  message: string;
}

/** The answer of `POST /api/panel/checks/:kind`. */
export interface CheckResult {
  ok: boolean;
  steps: CheckStep[];
  durationMs: number;
}
