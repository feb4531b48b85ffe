import "server-only";
import { isIP } from "node:net";
import type SMTPConnection from "nodemailer/lib/smtp-connection/index.js";
import * as z from "zod";
import { reachOf } from "@/lib/server/checks/address";
import { dial, type Line } from "@/lib/server/checks/dial";
import { CheckFailure, Trail } from "@/lib/server/checks/trail";
import { USER_AGENT } from "@/lib/request-headers";
import { firstSentence } from "@/lib/shared/first-sentence";
import type { Channel, Outcome } from "../channel";
import type { Message } from "../message";
import { unreachable } from "../post";

const LONGEST_SUBJECT = 120;
/** A server may examine a mail before it accepts it. If the panel stopped waiting, it would send the mail again. */
const MAIL_TIMEOUT = 30_000;

const schema = z.object({
  server: z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^smtps?:\/\/[^/]+\/?$/.test(text),
      "must be an address such as smtps://user:password@mail.example.org:465",
    ),
  from: z.email("must be an email address"),
  to: z.email("must be an email address"),
});
type Settings = z.output<typeof schema>;

/** `smtps` begins with TLS; `smtp` uses STARTTLS whenever the server offers it. */
export function serverOf(server: string) {
  const { protocol, hostname, port, username, password } = new URL(server);
  const secure = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    credentials: username
      ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
      : undefined,
  };
}

/** The subject is the first sentence, so that a list of mails is readable. */
export function mailOf({ content, instance, id }: Message, { from, to }: Pick<Settings, "from" | "to">) {
  return {
    from,
    to,
    subject: firstSentence(content.replaceAll(/\s+/g, " ")).slice(0, LONGEST_SUBJECT),
    text: `${content}\n\n-- \nSent by the panel of ${instance}.\n`,
    headers: {
      "x-mailer": USER_AGENT,
      "x-instance-admin-delivery": id,
      // Mail programs do not answer automatically (RFC 3834).
      "auto-submitted": "auto-generated",
    },
  };
}

/** @returns the server's refusal; null if it has accepted the mail */
async function sendMail(
  trail: Trail,
  settings: Settings,
  message: Message,
  allow: readonly string[],
): Promise<Outcome | null> {
  const { host, port, secure, credentials } = serverOf(settings.server);
  const { default: Connection } = await import("nodemailer/lib/smtp-connection/index.js");
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer/index.js");
  const built = await new MailComposer(mailOf(message, settings)).compile().build();
  const line = await dial(trail, { host, port }, { saved: [{ host, port }], allow }, { tls: secure });
  const server = new Connection({
    host,
    port,
    connection: line.socket,
    secure,
    secured: secure,
    tls: isIP(host) ? {} : { servername: host },
    connectionTimeout: trail.limitMs,
    greetingTimeout: trail.limitMs,
    socketTimeout: trail.limitMs,
  });
  const converse = async () => {
    await reply(server, (done) => server.connect(done));
    if (credentials) await signIn(server, line, credentials);
    const envelope = { from: settings.from, to: settings.to };
    await reply(server, (done) => server.send(envelope, built, done));
    server.quit();
  };
  let refusal: Outcome | null = null;
  try {
    await trail.step(
      "Mail",
      () =>
        converse().catch((error: unknown) => {
          refusal = refusalOf(error);
          if (!refusal) throw error;
        }),
      () => "The mail server answered.",
    );
    return refusal;
  } finally {
    server.close();
    line.socket.destroy();
  }
}

function signIn(server: SMTPConnection, line: Line, credentials: { user: string; pass: string }) {
  if (!server.secure && reachOf(line.address) === "open")
    throw new CheckFailure(
      "The connection is not encrypted, so the password was not sent. Use smtps://, or a server with STARTTLS.",
    );
  return reply(server, (done) => server.login({ credentials }, done));
}

/** Resolves when the server accepts the command, and rejects if it refuses it or the connection ends. */
function reply(
  server: SMTPConnection,
  command: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("end", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
    command((error) => (error ? reject(error) : resolve()));
  });
}

/** Codes from 500 are permanent (RFC 5321, section 4.2.1). The texts of servers may quote anything, so they are left out. */
function refusalOf(error: unknown): Outcome | null {
  if (!(error instanceof Error) || !("responseCode" in error)) return null;
  const status = Number(error.responseCode);
  if (!(status >= 400)) return null;
  const isPermanent = status >= 500;
  const advice = !isPermanent
    ? "The panel tries again."
    : status === 535 || status === 530
      ? "Check the username and the password in the server's address."
      : "Check the sender, the recipient and the server.";
  return {
    isSent: false,
    mayRetry: !isPermanent,
    message: `The mail server refused the notification with status ${status}. ${advice}`,
  };
}

export const email: Channel<Settings> = {
  name: "email",
  label: "Email",
  help: "Through a mail server of your choice. The panel does not use the instance's email settings.",
  fields: [
    {
      name: "server",
      label: "Mail server",
      help: "With username and password. It is stored encrypted and never shown again.",
      placeholder: "smtps://user:password@mail.example.org:465",
      isSecret: true,
      variable: "NOTIFY_MAIL_SERVER",
    },
    {
      name: "from",
      label: "Sender",
      help: "An address that the mail server accepts as a sender.",
      placeholder: "panel@example.org",
      isSecret: false,
      variable: "NOTIFY_MAIL_FROM",
    },
    {
      name: "to",
      label: "Recipient",
      help: "Use a mailing list to reach several people.",
      placeholder: "operators@example.org",
      isSecret: false,
      variable: "NOTIFY_MAIL_TO",
    },
  ],
  schema,
  target: ({ to }) => to,
  async send(settings, message, allow) {
    const trail = new Trail(new AbortController().signal, MAIL_TIMEOUT);
    let outcome: Outcome | undefined;
    const steps = await trail.follow(async () => {
      outcome = (await sendMail(trail, settings, message, allow)) ?? {
        isSent: true,
        mayRetry: false,
        message: `The mail server accepted the mail to ${settings.to}.`,
      };
    });
    return outcome ?? unreachable("The mail server", steps.at(-1)?.message);
  },
};
