import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { listening, savedWith, tried } from "@/testing/check-setting";
import { type MailServiceKind, sendThrough } from "./mail-service";
import { Trail } from "./trail";

const sender = { "email.senderAddress": "crew@harbor.example.org", "general.instanceName": 'The "Harbor"' };
const accounts: Record<MailServiceKind, Record<string, unknown>> = {
  mailgun: {
    "email.emailApi1.username": "keeper",
    "email.emailApi1.apiKey": "key-0451",
    "email.emailApi1.domain": "mg.example.org",
  },
  mailjet: { "email.emailApi2.apiKey": "key-0451", "email.emailApi2.apiSecret": "secret-0452" },
  sendgrid: { "email.emailApi3.apiKey": "key-0451" },
};

/** Sends a test mail to a local web server that stands in for the mail service. */
async function sent(
  kind: MailServiceKind,
  settings: Record<string, unknown> = {},
  status = 202,
  naming = "branded" as const,
) {
  const asked: { line: string; authorization: string; host: string; body: string }[] = [];
  const port = await listening(
    createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        const { authorization = "", host = "" } = request.headers;
        asked.push({ line: `${request.method} ${request.url}`, authorization, host, body });
        response.writeHead(status).end("what the service says is not shown: key-0451");
      });
    }),
  );
  const socket = connect({ host: "127.0.0.1", port });
  await once(socket, "connect");
  const trail = new Trail(new AbortController().signal, 5_000);
  const saved = savedWith({ ...sender, ...accounts[kind], ...settings }, naming);
  const steps = await trail.follow(async (it) => {
    await sendThrough(it, kind, { settings: saved, to: "keeper@example.org", socket });
  });
  socket.destroy();
  expect(JSON.stringify(steps)).not.toContain("0451");
  return { asked: asked[0], step: steps.at(-1) };
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

describe("a test mail through a service", () => {
  it("is sent through Mailgun with the account's region and username", async () => {
    const { asked, step } = await sent("mailgun");
    expect(step).toMatchObject({ ok: true, name: "Test mail" });
    expect(asked).toMatchObject({
      line: "POST /v3/mg.example.org/messages",
      host: "api.eu.mailgun.net",
      authorization: basic("keeper:key-0451"),
    });
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toMatchObject({
      from: '"The \\"Harbor\\"" <crew@harbor.example.org>',
      to: "keeper@example.org",
    });
    const american = await sent("mailgun", { "email.emailApi1.isEuropean": false });
    expect(american.asked?.host).toBe("api.mailgun.net");
  });

  it("is sent through Mailjet and SendGrid in their request formats", async () => {
    const mailjet = await sent("mailjet");
    expect(mailjet.asked).toMatchObject({
      line: "POST /v3.1/send",
      host: "api.mailjet.com",
      authorization: basic("key-0451:secret-0452"),
    });
    expect(JSON.parse(mailjet.asked?.body ?? "")).toMatchObject({
      Messages: [{ From: { Email: "crew@harbor.example.org" }, To: [{ Email: "keeper@example.org" }] }],
    });
    const sendgrid = await sent("sendgrid");
    expect(sendgrid.asked).toMatchObject({
      line: "POST /v3/mail/send",
      host: "api.sendgrid.com",
      authorization: "Bearer key-0451",
    });
    expect(JSON.parse(sendgrid.asked?.body ?? "")).toMatchObject({
      personalizations: [{ to: [{ email: "keeper@example.org" }] }],
      from: { email: "crew@harbor.example.org" },
    });
  });

  it.each([
    [401, "Check the credentials, and the region"],
    [404, "Check the domain"],
    [503, "with status 503"],
  ])("fails with an explanation if the service responds with status %i", async (status, words) => {
    const { step } = await sent("mailgun", {}, status);
    expect(step?.ok).toBe(false);
    expect(step?.message).toContain(words);
  });

  it("is not sent if a required setting or the sender address is missing", async () => {
    const lacking = { ...sender, ...accounts.mailgun, "email.emailApi1.username": null };
    const { steps } = await tried("mailgun", lacking, { naming: "branded", to: "keeper@example.org" });
    expect(steps).toMatchObject([{ name: "Settings", ok: false }]);
    expect(steps[0]?.message).toMatch(/^Not set: .*sername/);
    const { step, asked } = await sent("sendgrid", { "email.senderAddress": null });
    expect(step?.message).toContain("There is no sender address");
    expect(asked).toBeUndefined();
  });
});
