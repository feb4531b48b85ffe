import "server-only";
import type { Socket } from "node:net";
import type { CheckKind } from "@/lib/shared/contract/checks";
import type { SettingPath } from "@/lib/shared/settings/types";
import type { Settings } from "@/lib/shared/settings/values";
import { dial, type Permit } from "./dial";
import { endpointOf } from "./endpoints";
import { ask } from "./http";
import { CheckFailure, type Trail } from "./trail";

export type MailServiceKind = Extract<CheckKind, "mailgun" | "mailjet" | "sendgrid">;

export interface MailRequest {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
}

interface MailService {
  name: string;
  origin(settings: Settings): string;
  /** The settings that the instance needs to send email. */
  needs(settings: Settings): readonly SettingPath[];
  request(settings: Settings, origin: string, mail: TestMail): MailRequest;
}

const basic = (user: string | null, password: string | null) =>
  `Basic ${Buffer.from(`${user ?? ""}:${password ?? ""}`).toString("base64")}`;

const asJson = (url: string, authorization: string, body: unknown): MailRequest => ({
  url: new URL(url),
  headers: { authorization, "content-type": "application/json" },
  body: JSON.stringify(body),
});

const services: Readonly<Record<MailServiceKind, MailService>> = {
  mailgun: {
    name: "Mailgun",
    origin: (settings) =>
      settings.edition.mail.emailApi1(settings).isEuropean
        ? "https://api.eu.mailgun.net"
        : "https://api.mailgun.net",
    needs: (settings) => [
      ...settings.edition.mail.emailApi1(settings).needs,
      "email.emailApi1.apiKey",
      "email.emailApi1.domain",
    ],
    request(settings, origin, { from, to, subject, text }) {
      const { user } = settings.edition.mail.emailApi1(settings);
      const domain = encodeURIComponent(settings.get("email.emailApi1.domain") ?? "");
      return {
        url: new URL(`/v3/${domain}/messages`, origin),
        headers: {
          authorization: basic(user, settings.get("email.emailApi1.apiKey")),
          "content-type": "application/x-www-form-urlencoded",
        },
        body: String(
          new URLSearchParams({ from: `${quoted(from.name)} <${from.address}>`, to, subject, text }),
        ),
      };
    },
  },
  mailjet: {
    name: "Mailjet",
    origin: () => "https://api.mailjet.com",
    needs: () => ["email.emailApi2.apiKey", "email.emailApi2.apiSecret"],
    request: (settings, origin, { from, to, subject, text }) =>
      asJson(
        `${origin}/v3.1/send`,
        basic(settings.get("email.emailApi2.apiKey"), settings.get("email.emailApi2.apiSecret")),
        {
          Messages: [
            {
              From: { Email: from.address, Name: from.name },
              To: [{ Email: to }],
              Subject: subject,
              TextPart: text,
            },
          ],
        },
      ),
  },
  sendgrid: {
    name: "SendGrid",
    origin: () => "https://api.sendgrid.com",
    needs: () => ["email.emailApi3.apiKey"],
    request: (settings, origin, { from, to, subject, text }) =>
      asJson(`${origin}/v3/mail/send`, `Bearer ${settings.get("email.emailApi3.apiKey")}`, {
        personalizations: [{ to: [{ email: to }] }],
        from: { email: from.address, name: from.name },
        subject,
        content: [{ type: "text/plain", value: text }],
      }),
  },
};

const quoted = (name: string): string => `"${name.replace(/["\\]/g, "\\$&")}"`;

/** The credentials are sent only to the service. */
export async function checkMailService(
  trail: Trail,
  kind: MailServiceKind,
  { settings, permit, to }: { settings: Settings; permit: Permit; to: string | undefined },
): Promise<void> {
  const { name, needs, origin } = services[kind];
  await trail.step(
    "Settings",
    () => {
      const missing = needs(settings).filter((path) => settings.get(path) === null);
      if (missing.length === 0) return;
      const labels = missing.map((path) => settings.edition.registry.fieldAt(path)?.label ?? path);
      throw new CheckFailure(`Not set: ${labels.join(", ")}. The instance cannot send email without it.`);
    },
    () => `All settings for sending through ${name} are set.`,
  );
  const base = new URL(origin(settings));
  const line = await dial(trail, endpointOf(base), permit, { tls: true });
  try {
    if (to !== undefined) await sendThrough(trail, kind, { settings, to, socket: line.socket });
  } finally {
    line.socket.destroy();
  }
}

export function sendThrough(
  trail: Trail,
  kind: MailServiceKind,
  { settings, to, socket }: { settings: Settings; to: string; socket: Socket },
): Promise<TestMail> {
  const { name, origin, request: make } = services[kind];
  return trail.step(
    "Test mail",
    async () => {
      const mail = testMail(settings, to);
      const { url, headers, body } = make(settings, origin(settings), mail);
      const { status, answer } = await ask(url, socket, trail.signal, { method: "POST", headers, body });
      answer.resume();
      if (status < 200 || status >= 300) throw refused(name, status);
      return mail;
    },
    ({ from }) => `${name} accepted a test mail from ${from.address} to ${to}. Check that it arrives.`,
  );
}

/** Explains a refusal based on its status. The service's response is not shown. */
function refused(name: string, status: number): CheckFailure {
  const why: Readonly<Record<number, string>> = {
    400: "Check the sender address, and that it is verified there.",
    401: "Check the credentials, and the region of the account.",
    403: "Check the key's permissions, and that the sender is verified there.",
    404: "Check the domain, and the region of the account.",
    429: "Too many emails were sent. Try again later.",
  };
  return new CheckFailure(
    `${name} rejects the mail with status ${status}. ${why[status] ?? "Try again later."}`,
  );
}

export interface TestMail {
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
}

/**
 * The sender is the first of these that is set: the sender address, the contact address, `account`.
 * @throws CheckFailure if none is set
 */
export function testMail(settings: Settings, to: string, account: string | null = null): TestMail {
  const address =
    settings.get("email.senderAddress") ?? settings.get("general.correspondenceEmail") ?? account;
  if (address === null)
    throw new CheckFailure("There is no sender address. Enter one, or a contact address.");
  const name = settings.get("general.instanceName");
  return {
    from: { name, address },
    to,
    subject: `Test mail from ${name}`,
    text: `This is a test of the mail settings of ${name}, sent from its admin panel. You do not need to do anything.\n`,
  };
}
