import { readFileSync } from "node:fs";
import { createServer as createTcp } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { describe, expect, it, onTestFinished } from "vitest";
import { drafts, listening, outline, tried } from "@/testing/check-setting";

/** An untrusted certificate for localhost, with its key. */
const pem = readFileSync("e2e/fixtures/localhost.pem");
const certificate = { cert: pem, key: pem };

interface Mail {
  from: string;
  to: string[];
  text: string;
}

/**
 * Starts a real mail server with the account `keeper` / `sea salt 0451`. Records received emails and the
 * passwords of sign-in attempts.
 */
async function mailServer(options: SMTPServerOptions = {}) {
  const passwords: string[] = [];
  const mails: Mail[] = [];
  const server = new SMTPServer({
    ...certificate,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      passwords.push(password ?? "");
      if (username === "keeper" && password === "sea salt 0451") return done(null, { user: username });
      done(Object.assign(new Error(`5.7.8 wrong: ${password ?? ""}`), { responseCode: 535 }));
    },
    onRcptTo({ address }, _session, done) {
      const full = address.startsWith("full@");
      done(full ? Object.assign(new Error("5.2.2 mailbox full"), { responseCode: 552 }) : null);
    },
    onData(stream, session, done) {
      let text = "";
      stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? "" : mailFrom.address;
        mails.push({ from, to: rcptTo.map(({ address }) => address), text });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  onTestFinished(() => server.close());
  const port = await listening(server.server);
  const saved = {
    "email.smtp.host": "127.0.0.1",
    "email.smtp.port": port,
    "email.smtp.secure": false,
    "email.smtp.username": "keeper",
    "email.smtp.password": "sea salt 0451",
    "email.senderAddress": "crew@harbor.example.org",
    "general.instanceName": "Harbor ⚓",
  };
  return { saved, passwords, mails };
}

const way = ["Name ok", "Connection ok", "Greeting ok"];

describe("the mail server check", () => {
  it("signs in without sending mail", async () => {
    const { saved, passwords, mails } = await mailServer();
    const result = await tried("smtp", saved);
    expect(outline(result.steps)).toEqual([...way, "Sign-in ok"]);
    expect(result.ok).toBe(true);
    expect(passwords).toEqual(["sea salt 0451"]);
    expect(mails).toEqual([]);
    expect(JSON.stringify(result)).not.toContain("sea salt 0451");
  });

  it("sends a test mail if requested, and shows the status if the server refuses the recipient", async () => {
    const { saved, mails } = await mailServer();
    const result = await tried("smtp", saved, { to: "keeper@example.org" });
    expect(outline(result.steps)).toEqual([...way, "Sign-in ok", "Test mail ok"]);
    expect(mails).toMatchObject([{ from: "crew@harbor.example.org", to: ["keeper@example.org"] }]);
    expect(mails[0]?.text).toMatch(/^Subject: =\?UTF-8\?Q\?Test_mail_from_Harbor_=E2=9A=93\?=/m);
    const full = await tried("smtp", saved, { to: "full@example.org" });
    expect(full.steps.at(-1)).toMatchObject({ name: "Test mail", ok: false });
    expect(full.steps.at(-1)?.message).toContain("552 5.2.2");
  });

  it("uses an unsaved password to sign in, and does not show the password", async () => {
    const { saved, passwords } = await mailServer();
    const result = await tried("smtp", saved, {
      operations: drafts({ "email.smtp.password": "typed wrong" }),
    });
    expect(outline(result.steps)).toEqual([...way, "Sign-in failed"]);
    expect(result.steps.at(-1)?.message).toBe(
      "The mail server rejects this username and password (535 5.7.8).",
    );
    expect(passwords).toEqual(["typed wrong"]);
    expect(JSON.stringify(result)).not.toContain("typed wrong");
  });

  it.each([
    ["host and port", { "email.smtp.host": "localhost" }],
    ["port", {}],
  ])("does not send the stored password if the operator enters another %s", async (_, host) => {
    const stored = await mailServer();
    const other = await mailServer();
    const operations = drafts({ ...host, "email.smtp.port": other.saved["email.smtp.port"] });
    const allow = ["127.0.0.0/8", "::1"];
    const result = await tried("smtp", stored.saved, { operations, allow });
    expect(outline(result.steps)).toEqual([...way, "Sign-in failed"]);
    expect(result.steps.at(-1)?.message).toContain("sends the stored password only to the saved server");
    expect(other.passwords).toEqual([]);

    const retyped = [...operations, ...drafts({ "email.smtp.password": "sea salt 0451" })];
    expect((await tried("smtp", stored.saved, { operations: retyped, allow })).ok).toBe(true);
    expect(other.passwords).toEqual(["sea salt 0451"]);
  });

  it("does not sign in if the server has no accounts or its certificate is not trusted", async () => {
    const open = await mailServer({ authOptional: true });
    const anonymous = { ...open.saved, "email.smtp.username": null, "email.smtp.password": null };
    expect(outline((await tried("smtp", anonymous)).steps)).toEqual(way);

    const tls = await mailServer({ secure: true });
    const secure = await tried("smtp", { ...tls.saved, "email.smtp.secure": true });
    expect(outline(secure.steps)).toEqual(["Name ok", "Connection ok", "TLS failed"]);
    expect(secure.steps.at(-1)?.message).toMatch(/^The certificate /);

    const later = await mailServer({ disabledCommands: [] });
    const upgraded = await tried("smtp", later.saved);
    expect(outline(upgraded.steps)).toEqual(["Name ok", "Connection ok", "Greeting failed"]);
    expect(upgraded.steps.at(-1)?.message).toMatch(/^The certificate /);
    expect([...tls.passwords, ...later.passwords]).toEqual([]);
  });

  describe("with settings for STARTTLS and certificates", () => {
    const branded = { naming: "branded" as const, to: "keeper@example.org" };

    it("uses STARTTLS only if it is required, and then fails if the server does not offer it", async () => {
      const offered = await mailServer({ disabledCommands: [] });
      const plain = await tried("smtp", offered.saved, branded);
      expect(outline(plain.steps)).toEqual([...way, "Sign-in ok", "Test mail ok"]);
      expect(plain.steps[2]?.message).toContain("not encrypted");

      const required = { ...offered.saved, "email.smtp.starttls": true };
      const refused = await tried("smtp", required, branded);
      expect(outline(refused.steps)).toEqual(["Name ok", "Connection ok", "Greeting failed"]);
      expect(refused.steps.at(-1)?.message).toMatch(/^The certificate /);
      const trusting = await tried("smtp", { ...required, "email.smtp.allowInsecure": true }, branded);
      expect(outline(trusting.steps)).toEqual([...way, "Sign-in ok", "Test mail ok"]);
      expect(trusting.steps[2]?.message).toContain("over an encrypted connection");

      const without = await mailServer();
      const missing = await tried("smtp", { ...without.saved, "email.smtp.starttls": true }, branded);
      expect(missing.steps.at(-1)).toMatchObject({
        name: "Greeting",
        ok: false,
        message: expect.stringContaining("STARTTLS is required") as string,
      });
      expect(without.passwords).toEqual([]);
    });

    it("accepts any certificate if the instance does", async () => {
      const tls = await mailServer({ secure: true });
      const saved = { ...tls.saved, "email.smtp.secure": true, "email.smtp.allowInsecure": true };
      const result = await tried("smtp", saved, branded);
      expect(result.ok).toBe(true);
      expect(result.steps.find(({ name }) => name === "TLS")?.message).toContain("was not checked");
    });

    it.each([
      ["any certificate", { "email.smtp.allowInsecure": true }],
      ["no STARTTLS", { "email.smtp.starttls": false }],
    ])("does not send the stored password if %s is selected but not saved", async (_, draft) => {
      const { saved, passwords } = await mailServer({ disabledCommands: [] });
      const stored = { ...saved, "email.smtp.starttls": true };
      const result = await tried("smtp", stored, { ...branded, operations: drafts(draft) });
      expect(outline(result.steps)).toEqual([...way, "Sign-in failed"]);
      expect(passwords).toEqual([]);
    });
  });

  it("explains a wrong TLS mode, a service other than a mail server, and a timeout", async () => {
    const { saved } = await mailServer();
    const wrongWay = await tried("smtp", { ...saved, "email.smtp.secure": true });
    expect(wrongWay.steps.at(-1)).toEqual({
      name: "TLS",
      ok: false,
      message: "The service does not use TLS on this port. Check the port, or connect without TLS.",
    });

    const other = await listening(
      createTcp((socket) => void socket.end("HTTP/1.1 400 hidden words\r\n\r\n")),
    );
    const web = await tried("smtp", { ...saved, "email.smtp.port": other });
    expect(outline(web.steps)).toEqual(["Name ok", "Connection ok", "Greeting failed"]);
    expect(web.steps.at(-1)?.message).toContain("is not a mail server");

    const silent = await listening(createTcp((socket) => void socket.resume()));
    const mute = await tried("smtp", { ...saved, "email.smtp.port": silent }, { limitMs: 200 });
    expect(mute.steps.at(-1)?.message).toContain("No response within 0.2 seconds");
    expect(JSON.stringify(web)).not.toContain("hidden words");
  });

  it("fails if the host is not set", async () => {
    expect(outline((await tried("smtp", {})).steps)).toEqual(["Host failed"]);
  });
});
