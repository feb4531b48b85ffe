import "server-only";
import { isIP, type Socket } from "node:net";
import MailComposer from "nodemailer/lib/mail-composer/index.js";
import SMTPConnection from "nodemailer/lib/smtp-connection/index.js";
import type { Settings } from "@/lib/shared/settings/values";
import { reachOf } from "./address";
import { dial, type Line, type Permit } from "./dial";
import { smtpHost, smtpPort } from "./endpoints";
import type { Trail } from "./trail";
import { CheckFailure } from "./words";

export interface SmtpCheck {
  settings: Settings;
  permit: Permit;
  /** Whether the password may be sent to this server: a stored one only to the stored server. */
  mayTellPassword: boolean;
  /** Recipient of a test mail; if undefined, none is sent. */
  to: string | undefined;
}

/** Connects to the mail server, encrypts, signs in and, when asked, sends one mail. */
export async function checkSmtp(trail: Trail, check: SmtpCheck): Promise<void> {
  const { settings, permit } = check;
  const host = smtpHost(settings);
  if (host === null) {
    return trail.step(
      "Host",
      () => {
        throw new CheckFailure("The host is not set. Enter the name of the mail server first.");
      },
      () => "",
    );
  }
  const secure = settings.get("email.smtp.secure") === true;
  const line = await dial(trail, { host, port: smtpPort(settings) }, permit, { tls: secure });
  const server = new SMTPConnection({
    host,
    port: smtpPort(settings),
    connection: line.socket,
    secure,
    secured: secure,
    tls: isIP(host) ? {} : { servername: host },
    connectionTimeout: trail.limitMs,
    greetingTimeout: trail.limitMs,
    socketTimeout: trail.limitMs,
  });
  try {
    await converse(trail, server, line, check);
    server.quit();
  } finally {
    server.close();
    line.socket.destroy();
  }
}

async function converse(trail: Trail, server: SMTPConnection, line: Line, check: SmtpCheck): Promise<void> {
  await trail.step(
    "Greeting",
    () => greeted(server, line.socket),
    () =>
      server.secure
        ? "The mail server answers over an encrypted connection."
        : "The mail server answers. The connection is not encrypted.",
  );
  const user = check.settings.get("email.smtp.username");
  const pass = check.settings.get("email.smtp.password");
  if (user !== null && pass !== null) {
    await trail.step(
      "Sign-in",
      () => signIn(server, line, { user, pass }, check.mayTellPassword),
      () => `The mail server accepts the user ${user}.`,
    );
  }
  const { to } = check;
  if (to === undefined) return;
  const from = senderOf(check.settings);
  await trail.step(
    "Test mail",
    () => send(server, check.settings, from, to),
    () => `The mail server accepted a test mail from ${from ?? ""} to ${to}. Check that it arrives.`,
  );
}

function greeted(server: SMTPConnection, socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on("error", (error) => reject(asFailure(error, "greeting")));
    server.on("end", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
    socket.on("close", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
    server.connect((error) => (error ? reject(asFailure(error, "greeting")) : resolve()));
  });
}

interface Credentials {
  user: string;
  pass: string;
}

function signIn(
  server: SMTPConnection,
  line: Line,
  credentials: Credentials,
  mayTellPassword: boolean,
): Promise<void> {
  if (!mayTellPassword) {
    throw new CheckFailure(
      "Not tried: the stored password is sent only to the saved server, with the saved port and TLS setting. Enter the password again, or save first.",
    );
  }
  if (!server.secure && reachOf(line.address) === "open") {
    throw new CheckFailure(
      "Not tried: the connection is not encrypted, so anybody on the way could read the password. Use a server or port with TLS.",
    );
  }
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(asFailure(error, "sign-in")));
    server.login({ credentials }, (error) => (error ? reject(asFailure(error, "sign-in")) : resolve()));
  });
}

/** Chosen as the instance does: the sender address, else the contact address, else the account. */
function senderOf(settings: Settings): string | null {
  return (
    settings.get("email.senderAddress") ??
    settings.get("general.correspondenceEmail") ??
    settings.get("email.smtp.username")
  );
}

async function send(
  server: SMTPConnection,
  settings: Settings,
  from: string | null,
  to: string,
): Promise<void> {
  if (from === null) throw new CheckFailure("The sender address is not set. Enter one, or a contact email.");
  const name = settings.get("general.instanceName");
  const message = await new MailComposer({
    from: { name, address: from },
    to,
    subject: `Test mail from ${name}`,
    text: `This message tests the mail settings of ${name}. It was sent from its admin panel, and you can ignore it.\n`,
  })
    .compile()
    .build();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(asFailure(error, "mail")));
    server.send({ from, to }, message, (error) => (error ? reject(asFailure(error, "mail")) : resolve()));
  });
}

const refused = {
  greeting:
    "Whatever runs on this port is not a mail server, or expects the other TLS setting. Check the port and “Connect with TLS”.",
  "sign-in": "The mail server rejects this username and password",
  mail: "The mail server rejects the mail",
} as const;

/** Of the server's response, only a protocol status such as 535 5.7.8 is shown. */
function asFailure(error: Error, during: keyof typeof refused): Error {
  const { code, response, responseCode } = error as SMTPConnection.SMTPError;
  if (during === "greeting") {
    const certificate = certificateCode(error.message);
    if (certificate !== undefined) return Object.assign(new Error("certificate"), { code: certificate });
    return networkCode(code) ? error : new CheckFailure(refused.greeting);
  }
  if (responseCode === undefined) {
    return code === "EAUTH"
      ? new CheckFailure("The mail server offers no sign-in method that the panel supports.")
      : error;
  }
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? "")?.[1];
  return new CheckFailure(`${refused[during]} (${responseCode}${detail ? ` ${detail}` : ""}).`);
}

/** Whether a code comes from the network: nodemailer's own codes say less than the error that they wrap. */
const networkCode = (code: string | undefined): boolean =>
  code !== undefined && !["EPROTOCOL", "ECONNECTION", "ESOCKET", "ETLS", "EDNS"].includes(code);

/*
 * With STARTTLS, nodemailer replaces the error code with its own, so only the message from Node and OpenSSL shows the
 * reason.
 */
const certificateWords: readonly [words: RegExp, code: string][] = [
  [/certificate has expired/i, "CERT_HAS_EXPIRED"],
  [/does not match certificate's altnames/i, "ERR_TLS_CERT_ALTNAME_INVALID"],
  [/self.signed certificate in/i, "SELF_SIGNED_CERT_IN_CHAIN"],
  [/self.signed certificate/i, "DEPTH_ZERO_SELF_SIGNED_CERT"],
  [/unable to get (local )?issuer certificate/i, "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"],
  [/unable to verify the first certificate/i, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
];

const certificateCode = (message: string): string | undefined =>
  certificateWords.find(([words]) => words.test(message))?.[1];
