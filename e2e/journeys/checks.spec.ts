import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createSecure } from "node:https";
import { type AddressInfo, createServer as createTcp, type Server } from "node:net";
import { SMTPServer } from "smtp-server";
import { WebSocketServer } from "ws";
import { expectAccessible, goToSection, open, row } from "../support/browser";
import { expect, test } from "../support/journey";
import { sessionIn } from "../support/session";

/** A certificate for localhost, with its key. In journeys, the panel trusts this certificate. */
const pem = readFileSync("e2e/fixtures/localhost.pem");
const password = "sea salt 0451";

const opened: { close: () => unknown }[] = [];
const mails: string[] = [];

async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function mailServer(): Promise<number> {
  const server = new SMTPServer({
    cert: pem,
    key: pem,
    onAuth: ({ username, password: given }, _session, done) =>
      username === "keeper" && given === password
        ? done(null, { user: "keeper" })
        : done(Object.assign(new Error("5.7.8 no"), { responseCode: 535 })),
    onData(stream, session, done) {
      stream.resume();
      stream.on("end", () => {
        mails.push(session.envelope.rcptTo.map(({ address }) => address).join());
        done();
      });
    },
  });
  server.on("error", () => undefined);
  opened.push(server);
  return listening(server.server);
}

async function gateway(): Promise<number> {
  const server = createSecure({ cert: pem, key: pem });
  new WebSocketServer({ server }).on("connection", (socket) =>
    socket.send(JSON.stringify({ op: 10, d: {} })),
  );
  opened.push(server);
  return listening(server);
}

/** Starts a server that accepts connections but sends nothing. Returns the port. */
async function silence(): Promise<number> {
  const server = createTcp((socket) => void socket.on("error", () => undefined).resume());
  opened.push(server);
  return listening(server);
}

let config: string;
test.beforeAll(async () => {
  const [smtpPort, gatewayPort, silentPort] = await Promise.all([mailServer(), gateway(), silence()]);
  config = JSON.stringify(
    {
      gateway: { endpointPublic: `wss://localhost:${gatewayPort}/` },
      cdn: { endpointPublic: `http://127.0.0.1:${silentPort}` },
      email: {
        provider: "smtp",
        senderAddress: "crew@harbor.example.org",
        smtp: { host: "localhost", port: smtpPort, secure: false, username: "keeper", password },
      },
      security: { jwtSecret: "j".repeat(44), requestSignature: "r".repeat(44) },
    },
    null,
    2,
  );
});
test.beforeEach(({ panel }) => panel.replaceConfig(config));
test.afterAll(() => {
  for (const server of opened) server.close();
});

test("an operator can check a gateway and unsaved mail settings, but not a private address", async ({
  page,
  panel,
}) => {
  await open(page, `${panel.url}/settings/gateway`);
  await page.getByRole("button", { name: "Check gateway" }).click();
  await expect(page.getByText("It works", { exact: true })).toBeVisible();
  const steps = page.getByRole("region", { name: "Public address" }).getByRole("listitem");
  await expect(steps).toHaveText([
    /^Name works/,
    /^Connection works/,
    /^TLS works/,
    /^WebSocket works/,
    /^Hello works/,
  ]);
  await expectAccessible(page, "a check's report");

  const before = await panel.readConfig();
  await goToSection(page, "email");
  await page.getByLabel("Send a test mail to").fill("keeper@example.org");
  await page.getByRole("button", { name: "Check mail server" }).click();
  await expect(page.getByText("It works. A test mail was sent.")).toBeVisible();
  expect(mails).toEqual(["keeper@example.org"]);

  await page.getByLabel("Send a test mail to").fill("");
  await row(page, "email.smtp.password")
    .getByRole("button", { name: /^Replace/ })
    .click();
  await row(page, "email.smtp.password").locator("input").fill("not the password");
  await expect(page.getByText("The settings changed after this check. Check again.")).toBeVisible();
  await page.getByRole("button", { name: "Check mail server" }).click();
  await expect(page.getByText("It does not work")).toBeVisible();
  await expect(page.getByText(/rejects this username and password \(535/)).toBeVisible();
  expect(await panel.readConfig()).toBe(before);

  // The check does not send the stored password to an unsaved address.
  await row(page, "email.smtp.password")
    .getByRole("button", { name: /^Cancel replacing/ })
    .click();
  await row(page, "email.smtp.host").getByRole("textbox").fill("10.0.0.7");
  await page.getByRole("button", { name: "Check mail server" }).click();
  await expect(page.getByText(/a private address/)).toBeVisible();

  await goToSection(page, "cdn");
  await page.getByRole("button", { name: "Check CDN" }).click();
  await page.getByRole("button", { name: "Cancel check" }).click();
  await expect(page.getByRole("button", { name: "Cancel check" })).toHaveCount(0);

  await row(page, "cdn.imageProxyServerUrl").getByRole("textbox").fill("http://127.0.0.1:22");
  await page.getByRole("button", { name: "Check image proxy" }).click();
  await expect(page.getByText(/CHECK_ALLOW/)).toBeVisible();
  const desktop = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await page.setViewportSize(desktop);
  await page.goto(`${panel.url}/audit`);
  await expect(
    page.getByRole("row", { name: /Checked a connection.*smtp, which failed/ }).first(),
  ).toBeVisible();
});

test("the API for connection checks refuses cloud-internal addresses and reveals no secret", async ({
  panel,
}) => {
  const anonymous = await fetch(`${panel.url}/api/panel/checks/smtp`, { method: "POST", body: "{}" });
  expect(anonymous.status).toBe(401);
  const client = await sessionIn(panel);
  expect((await client.send("POST", "/api/panel/checks/ssh", {})).status).toBe(404);
  const wrong = { operations: [{ op: "set", path: "cdn.endpointPublic", value: 7 }] };
  expect((await client.send("POST", "/api/panel/checks/cdn", wrong)).status).toBe(422);
  const metadata = {
    operations: [{ op: "set", path: "cdn.endpointPublic", value: "http://169.254.169.254/" }],
  };
  const refused = await client.send("POST", "/api/panel/checks/cdn", metadata);
  expect(refused.status).toBe(200);
  expect(await refused.json()).toMatchObject({ ok: false, steps: [{ name: "Name", ok: false }] });
  const mail = await client.send("POST", "/api/panel/checks/smtp", {});
  const answer = await mail.text();
  expect(JSON.parse(answer)).toMatchObject({ ok: true });
  expect(answer).not.toContain(password);
});
