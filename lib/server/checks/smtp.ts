import "server-only";
import { isIP, type Socket } from "node:net";
import { checkServerIdentity } from "node:tls";
import type SMTPConnection from "nodemailer/lib/smtp-connection/index.js";
import { USER_AGENT } from "@/lib/request-headers";
import type { Settings } from "@/lib/shared/settings/values";
import { reachOf } from "./address";
import { dial, endOf, type Line, type Permit } from "./dial";
import { smtpHost, smtpPort } from "./endpoints";
import { type TestMail, testMail } from "./mail-service";
import { CheckFailure, type Trail } from "./trail";

export interface SmtpCheck {
  settings: Settings;
  permit: Permit;
  /** Whether the password may be sent to this server. See `maySendPassword` in `run.ts`. */
  maySendPassword: boolean;
  /** The recipient of a test email. If undefined, no email is sent. */
  to: string | undefined;
  onlyGreeting?: boolean;
}

export interface Encryption {
  /** Whether the connection begins with a TLS handshake (implicit TLS, not STARTTLS). */
  secure: boolean;
  /**
   * True if the instance requires STARTTLS, and false if it never uses STARTTLS. Null if it uses STARTTLS whenever
   * the server offers it.
   */
  starttls: boolean | null;
  anyCertificate: boolean;
}

export const encryptionOf = (settings: Settings): Encryption => ({
  secure: settings.get("email.smtp.secure") === true,
  ...settings.edition.mail.smtp(settings),
});

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
  const { secure, starttls, anyCertificate } = encryptionOf(settings);
  // Imported before connecting, because the socket would have no error listeners during a later import.
  const { default: Connection } = await import("nodemailer/lib/smtp-connection/index.js");
  const line = await dial(trail, { host, port: smtpPort(settings) }, permit, { tls: secure, anyCertificate });
  const server = new Connection({
    host,
    port: smtpPort(settings),
    connection: line.socket,
    secure,
    secured: secure,
    ...(starttls !== null && { requireTLS: starttls, ignoreTLS: !starttls }),
    tls: {
      rejectUnauthorized: !anyCertificate,
      ...(isIP(host) ? {} : { servername: host }),
      // With STARTTLS, nodemailer exposes the certificate only here.
      checkServerIdentity: (name, certificate) => {
        trail.certificateEnds = endOf(certificate);
        return checkServerIdentity(name, certificate);
      },
    },
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
  if (check.onlyGreeting) return;
  const user = check.settings.get("email.smtp.username");
  const pass = check.settings.get("email.smtp.password");
  if (user !== null && pass !== null) {
    await trail.step(
      "Sign-in",
      () => signIn(server, line, { user, pass }, check),
      () => `The mail server accepts the user ${user}.`,
    );
  }
  const { to } = check;
  if (to === undefined) return;
  await trail.step(
    "Test mail",
    () => send(server, testMail(check.settings, to, user)),
    (from) => `The mail server accepted a test mail from ${from} to ${to}. Check that it arrives.`,
  );
}

function greeted(server: SMTPConnection, socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on("error", (error) => reject(asFailure(error, "greeting")));
    const closed = () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" }));
    server.on("end", closed);
    socket.on("close", closed);
    server.connect((error) => (error ? reject(asFailure(error, "greeting")) : resolve()));
  });
}

function signIn(
  server: SMTPConnection,
  line: Line,
  credentials: { user: string; pass: string },
  { maySendPassword, settings }: SmtpCheck,
): Promise<void> {
  if (!maySendPassword) {
    throw new CheckFailure(
      "Not checked: the panel sends the stored password only to the saved server, with the saved port and TLS setting. Enter the password again, or save first.",
    );
  }
  if (!server.secure && reachOf(line.address) === "open") {
    const { starttls } = encryptionOf(settings);
    throw new CheckFailure(
      `Not checked: the connection is not encrypted, so anybody on the network path could read the password. ${
        starttls === false
          ? "The instance only uses STARTTLS if it is required. Require STARTTLS."
          : "Use a server or port with TLS."
      }`,
    );
  }
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(asFailure(error, "sign-in")));
    server.login({ credentials }, (error) => (error ? reject(asFailure(error, "sign-in")) : resolve()));
  });
}

async function send(server: SMTPConnection, mail: TestMail): Promise<string> {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer/index.js");
  const message = await new MailComposer({ ...mail, headers: { "x-mailer": USER_AGENT } }).compile().build();
  const from = mail.from.address;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(asFailure(error, "mail")));
    server.send({ from, to: mail.to }, message, (error) =>
      error ? reject(asFailure(error, "mail")) : resolve(),
    );
  });
  return from;
}

const refused = {
  greeting:
    "The service on this port is not a mail server, or expects the other TLS setting. Check the port and “Connect with TLS”.",
  starttls:
    "STARTTLS is required, but the mail server does not offer it or the handshake fails, so no email is sent. Stop requiring STARTTLS, or use a port that offers it (often 587).",
  "sign-in": "The mail server rejects this username and password",
  mail: "The mail server rejects the mail",
} as const;

/**
 * Converts an error to an explanation that includes only the status from the server's response, such as 535
 * 5.7.8.
 */
function asFailure(error: Error, during: "greeting" | "sign-in" | "mail"): Error {
  const { code, response, responseCode } = error as SMTPConnection.SMTPError;
  if (during === "greeting") {
    const certificate = certificateCode(error.message);
    if (certificate !== undefined) return Object.assign(new Error("certificate"), { code: certificate });
    if (code === "ETLS") return new CheckFailure(refused.starttls);
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

/** Whether the code identifies a network error. Excludes nodemailer's codes, which do not name the cause. */
const networkCode = (code: string | undefined): boolean =>
  code !== undefined && !["EPROTOCOL", "ECONNECTION", "ESOCKET", "ETLS", "EDNS"].includes(code);

/*
 * With STARTTLS, nodemailer replaces the code of a certificate error. The cause is recognized from the error
 * message, which comes from Node or OpenSSL.
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
