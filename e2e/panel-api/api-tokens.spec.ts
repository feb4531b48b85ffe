import type { ApiToken } from "@/lib/shared/contract/operators";
import type { RevisionPage } from "@/lib/shared/contract/history";
import type { Role } from "@/lib/shared/role";
import { routes } from "@/lib/shared/contract";
import { expect, Instance, stored, test } from "../support/instance";
import { operator } from "../support/panel";
import { PanelClient } from "../support/session";

const password = "a lantern on the pier";

let instance: Instance;
let owner: PanelClient;
let url: string;
test.beforeAll(async ({ newDatabase }) => {
  instance = await Instance.start({
    databaseUrl: await newDatabase(),
    config: { general: { instanceName: "Harbor" } },
  });
  url = instance.url;
  owner = await PanelClient.signIn(instance.panel);
});
test.afterAll(() => instance.stop());

interface Made {
  token: string;
  entry: ApiToken;
}

let made = 0;

/** Creates a token, and registers it as a secret that must never appear in the log. */
async function create(
  client: PanelClient,
  { role = "owner", confirmed = false }: { role?: Role; confirmed?: boolean } = {},
): Promise<Made> {
  const body = { name: `script ${(made += 1)}`, role, confirmed, expiresInDays: 1 };
  const answer = await client.send("POST", "/api/panel/api-tokens", body);
  expect(answer.status).toBe(201);
  const created = (await answer.json()) as Made;
  instance.keep(created.token);
  return created;
}

/** Sends a request with a token and without cookies. */
async function ask(
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; code: string | undefined; etag: string | null }> {
  const answer = await fetch(`${url}/api/panel${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const { code } = (await answer.json().catch(() => ({}))) as { code?: string };
  return { status: answer.status, code, etag: answer.headers.get("etag") };
}
const statusOf = async (...request: Parameters<typeof ask>) => (await ask(...request)).status;

async function second(username: string, role: Role = "owner"): Promise<{ id: number; client: PanelClient }> {
  const id = await owner.addOperator({ username, password, role });
  return { id, client: await PanelClient.signIn(instance.panel, { username, password }) };
}

test(
  "a request with a token and no cookie can change the file, and the audit log names the token",
  stored,
  async () => {
    const { token, entry } = await create(owner, { role: "editor" });
    expect(token).toMatch(/^iadm_[\w-]{43}$/);
    const { etag } = await ask(token, "GET", "/config");
    const operations = [{ op: "set", path: "general.instanceName", value: "Lighthouse" }];
    expect(await statusOf(token, "PATCH", "/config", { operations }, { "if-match": etag ?? "" })).toBe(200);
    const { revisions } = await owner.json<RevisionPage>("/api/panel/config/revisions?limit=1");
    expect(revisions).toMatchObject([{ author: operator.username, authorKind: "token" }]);
    const [saved] = await instance.sql<{ actor: string; actor_kind: string; detail: string }>(
      "select actor, actor_kind, detail from audit where action = 'config.save' and outcome = 'begun' order by id desc",
    );
    expect([saved?.actor, saved?.actor_kind, JSON.parse(saved?.detail ?? "{}")]).toMatchObject([
      operator.username,
      "token",
      { apiToken: entry.name },
    ]);
    const listed = await owner.json<ApiToken[]>("/api/panel/api-tokens");
    const used = listed.find(({ id }) => id === entry.id);
    expect([used?.lastUsedAt, used?.lastAddress]).toEqual([
      expect.any(Number),
      expect.stringMatching(/127|::1/),
    ]);
    // The database stores only a hash of the token.
    expect(JSON.stringify(await instance.sql("select * from api_tokens"))).not.toContain(token.slice(5));
  },
);

test("every route of the panel API accepts a token", stored, async () => {
  const { token } = await create(owner, { role: "viewer" });
  for (const { method, path, role } of Object.values(routes)) {
    if (method !== "GET" || path.includes(":") || /events/.test(path)) continue;
    const { code } = await ask(token, method, path);
    expect([path, code === "unauthorized"]).toEqual([path, false]);
    expect([path, code === "forbidden"]).toEqual([path, role !== "viewer"]);
  }
});

test("a token never has more rights than its operator has at the time of the request", stored, async () => {
  const { id, client } = await second("bosun");
  const { token } = await create(client);
  const makesGuild = () => statusOf(token, "POST", "/guilds", { name: "Pier" });
  expect(await makesGuild()).toBe(201);
  const become = (change: object) => owner.send("PATCH", `/api/panel/operators/${id}`, change);
  await become({ role: "viewer" });
  expect([await makesGuild(), await statusOf(token, "GET", "/config")]).toEqual([403, 200]);
  await become({ role: "owner" });
  expect(await makesGuild()).toBe(201);

  await become({ disabled: true });
  expect(await statusOf(token, "GET", "/config")).toBe(401);
  await become({ disabled: false });
  expect(await statusOf(token, "GET", "/config")).toBe(200);
  const removed = await owner.send("DELETE", `/api/panel/operators/${id}`, {});
  expect(removed.status).toBe(200);
  expect(await statusOf(token, "GET", "/config")).toBe(401);
});

test(
  "no token has a higher role than its creator, and only owners manage others' tokens",
  stored,
  async () => {
    const { client } = await second("stoker", "editor");
    const above = { name: "above", role: "owner", expiresInDays: 1 };
    expect((await client.send("POST", "/api/panel/api-tokens", above)).status).toBe(403);
    const [theirs, own] = [await create(client, { role: "editor" }), await create(owner)];
    const listed = await client.json<ApiToken[]>("/api/panel/api-tokens");
    expect(listed.map(({ id }) => id)).toEqual([theirs.entry.id]);
    const revoke = async (by: PanelClient, { entry }: Made) =>
      (await by.fetch(`/api/panel/api-tokens/${entry.id}`, { method: "DELETE" })).status;
    expect(await revoke(client, own)).toBe(404);
    expect(await statusOf(own.token, "GET", "/config")).toBe(200);
    expect([await revoke(owner, theirs), await revoke(owner, theirs)]).toEqual([200, 404]);
    expect(await ask(theirs.token, "GET", "/config")).toMatchObject({ status: 401, code: "unauthorized" });
  },
);

test("an expired, revoked or made-up token gives no access", stored, async () => {
  const { token, entry } = await create(owner);
  await instance.sql("update api_tokens set expires_at = ? where id = ?", Date.now() - 1, entry.id);
  const other = `${token.slice(0, -1)}${token.endsWith("A") ? "E" : "A"}`;
  for (const wrong of [token, other, "iadm_", `iadm_${"x".repeat(5000)}`, `${token} `.repeat(2)])
    expect([wrong, await statusOf(wrong, "GET", "/config")]).toEqual([wrong, 401]);
});

test(
  "dangerous routes require the password, unless the token was confirmed when it was created",
  stored,
  async () => {
    const [plain, confirmed] = [await create(owner), await create(owner, { confirmed: true })];
    const exported = (token: string, body: object) =>
      ask(token, "POST", "/config/export", { secrets: true, ...body });
    expect(await exported(plain.token, {})).toMatchObject({ status: 403, code: "proof-required" });
    expect((await exported(plain.token, { password: operator.password })).status).toBe(200);
    // The password confirms only the request that contains it.
    expect((await exported(plain.token, {})).status).toBe(403);
    expect((await exported(confirmed.token, {})).status).toBe(200);
    expect(await statusOf(plain.token, "POST", "/account/proof", { password: operator.password })).toBe(409);
  },
);

test(
  "a stolen token cannot create another token or operator, and cannot change a password",
  stored,
  async () => {
    const { token } = await create(owner, { confirmed: true });
    const { id } = await second("cook");
    const attempts: [string, string, object][] = [
      ["POST", "/api-tokens", { name: "mine", role: "owner", expiresInDays: 300 }],
      ["POST", "/invitations", { role: "owner", expiresInDays: 30 }],
      ["POST", `/operators/${id}/password`, {}],
      ["PATCH", `/operators/${id}`, { disabled: true }],
      ["DELETE", `/operators/${id}`, {}],
      ["POST", "/backups/none/download", {}],
      ["POST", "/backups/none/restore", { withConfig: false }],
    ];
    for (const [method, path, body] of attempts)
      expect([path, await ask(token, method, path, body)]).toMatchObject([
        path,
        { status: 403, code: "proof-required" },
      ]);
  },
);

test(
  "a page on another site cannot use the operator's cookie, even together with a token",
  stored,
  async () => {
    const { token } = await create(owner);
    const cookie = owner.browserCookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const foreign = { origin: "https://evil.example" };
    const body = { name: "Pier" };
    expect(await statusOf(token, "POST", "/guilds", body, { ...foreign, cookie })).toBe(403);
    // The origin does not matter, because a request without cookies does not come from an operator's browser.
    expect(await statusOf(token, "POST", "/guilds", body, foreign)).toBe(201);
    // The token determines the role, even if the request also has an owner's session cookie.
    const { token: viewing } = await create(owner, { role: "viewer" });
    expect(await statusOf(viewing, "POST", "/guilds", body, { cookie })).toBe(403);
    expect(await statusOf("iadm_nobody", "GET", "/config", undefined, { cookie })).toBe(401);
    // The panel ignores a Bearer token that a proxy adds.
    expect(await statusOf("a.proxys.token", "GET", "/config", undefined, { cookie })).toBe(200);
    expect(await statusOf("a.proxys.token", "GET", "/config")).toBe(401);
  },
);

test("an open stream ends when its token is revoked", stored, async () => {
  const { token, entry } = await create(owner);
  const stream = await fetch(`${url}/api/panel/events`, { headers: { authorization: `Bearer ${token}` } });
  const text = stream.text();
  expect((await owner.fetch(`/api/panel/api-tokens/${entry.id}`, { method: "DELETE" })).status).toBe(200);
  expect(await text).toContain("event: signed-out");
});
