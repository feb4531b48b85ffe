import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { databaseOf } from "../support/database";
import { expect, SECRET, test } from "../support/instance";
import { operator, type Panel } from "../support/panel";
import { forgetProofs, PanelClient } from "../support/session";

/*
 * Ten minutes after the operator's last proof of identity, a stolen session can cause no permanent damage.
 * `lib/server/http/panel-api/proof.test.ts` lists the routes that require a proof.
 */

const bosun = { username: "lampkeeper", password: "a lantern on the pier" };
const smtp = {
  host: "mail.example.org",
  port: 587,
  secure: false,
  username: "harbor",
  password: "stored-0503",
};
const broker = "amqp://harbor:stored-0504@broker.example.org";
const PROOF = { code: "proof-required", title: "Confirm that it is you" };

let panel: Panel;
/** A client with the cookies of the owner's session. */
let stolen: PanelClient;
test.beforeAll(async ({ panelWith }) => {
  ({ panel, client: stolen } = await panelWith(
    JSON.stringify({ security: { jwtSecret: SECRET }, email: { smtp }, broker: { host: broker } }),
  ));
  await stolen.addOperator(bosun);
});
test.beforeEach(() => forgetProofs(panel));

async function expectRefused(request: Promise<Response>): Promise<void> {
  const answer = await request;
  expect([answer.status, await answer.json()]).toMatchObject([403, PROOF]);
}

test("a stolen session cannot export the secrets", async () => {
  await expectRefused(stolen.send("POST", "/api/panel/config/export", { secrets: true }));
});

test("a stolen session cannot add an operator", async () => {
  await expectRefused(stolen.send("POST", "/api/panel/invitations", { role: "owner", expiresInDays: 1 }));
  expect((await new PanelClient(panel.url).trySignIn({ ...bosun, username: "mate" })).status).toBe(401);
});

test("a stolen session cannot disable another owner", async () => {
  const theirs = await PanelClient.signIn(panel, bosun);
  const operators = await theirs.json<{ id: number; username: string }[]>("/api/panel/operators");
  const { id } = operators.find(({ username }) => username === operator.username) ?? { id: 0 };
  await forgetProofs(panel);
  await expectRefused(theirs.send("PATCH", `/api/panel/operators/${id}`, { disabled: true }));
  await PanelClient.signIn(panel);
});

test("a stolen session cannot take over another operator's bot, reset its token or create a token", async () => {
  const theirs = await PanelClient.signIn(panel, bosun);
  const { id } = await (await theirs.send("POST", "/api/panel/applications", { name: "Lamp" })).json();
  const made = await theirs.send("POST", `/api/panel/applications/${id}/bot`, {});
  const { token } = (await made.json()) as { token: string };
  const [row] = await databaseOf(undefined, panel.dataDir).query<{ user_id: string }>(
    "select user_id from operators where username = ?",
    operator.username,
  );
  await forgetProofs(panel);
  await expectRefused(stolen.send("PATCH", `/api/panel/bots/${id}`, { ownerId: row?.user_id }));
  await expectRefused(stolen.send("POST", `/api/panel/bots/${id}/token`, {}));
  await expectRefused(stolen.send("POST", `/api/panel/applications/${id}/bot`, {}));
  await expectRefused(stolen.send("DELETE", `/api/panel/bots/${id}`, {}));
  const still = await fetch(`${panel.url}/api/users/@me`, { headers: { authorization: `Bot ${token}` } });
  expect(still.status).toBe(200);
});

test("a stolen session cannot replace the signing key", async () => {
  const { etag } = await stolen.json<ConfigSnapshot>("/api/panel/config");
  const headers = { "if-match": `"${etag}"` };
  // The refusal must not reveal that the second value is the stored key.
  for (const value of ["a key that the thief knows, long enough", SECRET])
    await expectRefused(
      stolen.send(
        "PATCH",
        "/api/panel/config",
        { operations: [{ op: "set", path: "security.jwtSecret", value }] },
        headers,
      ),
    );
  const harmless = [{ op: "set", path: "general.instanceName", value: "Lagoon" }];
  const saved = await stolen.send("PATCH", "/api/panel/config", { operations: harmless }, headers);
  expect(saved.status).toBe(200);
});

test("a stolen session cannot make the panel send a stored password to another server", async () => {
  let received = "";
  // This mail server accepts any password.
  const server = createServer((socket) => {
    socket.write("220 thief ESMTP\r\n");
    socket
      .on("error", () => undefined)
      .on("data", (data) => {
        received += data.toString();
        socket.write(/^EHLO/i.test(data.toString()) ? "250-thief\r\n250 AUTH PLAIN LOGIN\r\n" : "235 ok\r\n");
      });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const { etag } = await stolen.json<ConfigSnapshot>("/api/panel/config");
  const headers = { "if-match": `"${etag}"` };
  const set = (path: string, value: unknown) => ({ op: "set", path, value });
  const here = [set("email.smtp.host", "127.0.0.1"), set("email.smtp.port", port)];
  const hidden = [set("broker.host", `amqp://harbor:•••@127.0.0.1:${port}`)];
  for (const operations of [here, here.slice(0, 1), here.slice(1), [set("email.smtp.secure", true)], hidden])
    await expectRefused(stolen.send("PATCH", "/api/panel/config", { operations }, headers));
  const raw = await stolen.json<{ text: string }>("/api/panel/config/raw");
  const text = raw.text.replace("mail.example.org", "127.0.0.1");
  await expectRefused(stolen.send("PUT", "/api/panel/config/raw", { text }, headers));
  // Connection checks do not send a stored password to another server either.
  const confirmed = [`127.0.0.1:${port}`];
  for (const [kind, operations] of [
    ["smtp", here],
    ["broker", hidden],
  ] as const) {
    const answer = await stolen.send("POST", `/api/panel/checks/${kind}`, { operations, confirmed });
    expect(await answer.text()).toMatch(/[Ee]nter (the|its) password/);
  }
  // With a newly entered password, the check contacts the server. So the checks above were refused because of
  // the stored password.
  const typed = [...here, set("email.smtp.password", "typed-0505")];
  await stolen.send("POST", "/api/panel/checks/smtp", { operations: typed, confirmed });
  server.close();
  const decoded = received.replaceAll(/[\w+/=]{12,}/g, (part) => Buffer.from(part, "base64").toString());
  expect(decoded).toContain("typed-0505");
  expect(received + decoded).not.toContain("stored-050");
});

test("a user token cannot delete bots without a recent proof of identity", async () => {
  const client = await PanelClient.signIn(panel);
  const authorization = await client.userToken();
  const send = async (method: string, path: string) => {
    const headers = { authorization, "content-type": "application/json" };
    const body = path === "" ? JSON.stringify({ name: "Lamp" }) : undefined;
    const answer = await fetch(`${panel.url}/api/v9/applications${path}`, { method, headers, body });
    const text = await answer.text();
    return [answer.status, text === "" ? {} : (JSON.parse(text) as Record<string, unknown>)] as const;
  };
  const [, { id }] = await send("POST", "");
  expect((await send("POST", `/${id}/bot`))[0]).toBe(200);
  expect((await send("POST", `/${id}/bot/reset`))[0]).toBe(200);

  await forgetProofs(panel);
  const refused = [403, { message: "Confirm that it is you" }];
  expect(await send("POST", `/${id}/bot/reset`)).toMatchObject(refused);
  expect(await send("POST", `/${id}/bot`)).toMatchObject(refused);
  expect(await send("DELETE", `/${id}`)).toMatchObject(refused);
  const [made, another] = await send("POST", "");
  expect(made, "new bots need no proof").toBe(200);
  expect((await send("POST", `/${another.id}/bot`))[0]).toBe(200);

  const proved = await client.send("POST", "/api/panel/account/proof", { password: operator.password });
  expect(proved.status).toBe(200);
  expect((await send("POST", `/${id}/bot/reset`))[0]).toBe(200);
  expect((await send("DELETE", `/${id}`))[0]).toBe(204);
});
