import type { PanelOperator } from "@/lib/shared/contract/operators";
import { freePort } from "../support/free-port";
import { expect, Instance, SESSION_SECRET, stored, test } from "../support/instance";
import { CLIENT, type Tampering, TestProvider } from "../support/oidc";
import { operator, startPanel } from "../support/panel";
import { PanelClient } from "../support/session";

const MINUTE = 60_000;

let provider: TestProvider;
let instance: Instance;
let owner: PanelClient;
test.beforeAll(async ({ newDatabase }) => {
  const port = await freePort();
  provider = await TestProvider.start(`http://localhost:${port}/api/auth/callback/oidc`);
  instance = await Instance.start({
    databaseUrl: await newDatabase(),
    env: {
      PORT: String(port),
      NEXTAUTH_SECRET: SESSION_SECRET,
      AUDIT_KEY: SESSION_SECRET,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_SCOPES: "openid profile groups",
      OIDC_ROLES: "chat admins=owner, chat staff=editor, chat readers=viewer",
    },
  });
  instance.keep(CLIENT.client_secret);
  owner = await PanelClient.signIn(instance.panel);
});
test.afterAll(async () => {
  await instance.stop();
  await provider.stop();
});

const visitor = () => new PanelClient(instance.url);
const statusOf = async (client: PanelClient, path = "/api/panel/config") => (await client.fetch(path)).status;
const operators = () => owner.json<PanelOperator[]>("/api/panel/operators");

/** Signs in a person who is in these groups at the provider. */
async function person(sub: string, ...groups: string[]): Promise<PanelClient> {
  provider.people.set(sub, { preferred_username: sub, groups });
  const client = visitor();
  expect(await provider.enter(client, sub)).toBe("/operators");
  return client;
}

/** Sets how long ago (in ms) the provider last confirmed this person. */
const age = (sub: string, ms: number) =>
  instance.sql("update operators set oidc_checked_at = ? where oidc_subject = ?", Date.now() - ms, sub);

const roleIn = async (client: PanelClient, sub: string) =>
  (await client.json<PanelOperator[]>("/api/panel/operators")).find(({ username }) => username === sub)?.role;

for (const [name, tag] of [
  ["SQLite", {}],
  ["PostgreSQL", stored],
] as const) {
  test(
    `each sign-in updates the role, and a renamed person stays the same operator (${name})`,
    tag,
    async () => {
      const client = await person("ada", "chat staff", "others");
      const ada = (await operators()).filter(({ username }) => username === "ada");
      expect(ada).toMatchObject([{ role: "editor", isProvided: true, disabled: false }]);
      expect(await statusOf(client, "/api/panel/token")).toBe(200);
      // The provider may change a person's name. Issuer and subject identify the person.
      provider.people.set("ada", { preferred_username: "countess", groups: ["chat admins"] });
      await provider.enter(client, "ada");
      expect((await operators()).filter(({ id }) => id === ada[0]?.id)).toMatchObject([
        { username: "ada", role: "owner" },
      ]);
      expect(await instance.sql("select method from sessions where method = 'oidc'")).toHaveLength(1);
      const kept = await instance.sql<{ action: string }>(
        "select action from audit where actor = 'ada' and address is not null order by id",
      );
      expect(kept.map(({ action }) => action)).toEqual(["operator.join", "sign-in", "sign-in"]);
      expect(JSON.stringify(await instance.sql("select oidc_grant from operators"))).not.toContain("refresh");
    },
  );

  test(`a role is revoked within five minutes after the provider removes it (${name})`, tag, async () => {
    const client = await person("bo", "chat admins");
    const created = await client.send("POST", "/api/panel/api-tokens", {
      name: "script",
      role: "owner",
      expiresInDays: 1,
    });
    const { token } = (await created.json()) as { token: string };
    const byToken = async () =>
      (
        await fetch(`${instance.url}/api/panel/invitations`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    expect(await byToken()).toBe(200);
    provider.people.set("bo", { groups: ["chat readers"] });
    await age("bo", 5 * MINUTE);
    expect(await statusOf(client, "/api/panel/invitations")).toBe(403);
    expect(await byToken()).toBe(403);
    expect(await roleIn(owner, "bo")).toBe("viewer");

    provider.people.set("bo", { groups: [] });
    await age("bo", 5 * MINUTE);
    expect([await byToken(), await statusOf(client)]).toEqual([401, 401]);
    expect(await provider.enter(visitor(), "bo")).toBe("/login?error=oidc-no-role");
    provider.people.set("bo", { groups: ["chat admins"] });
    expect(await provider.enter(client, "bo")).toBe("/operators");
    expect([await byToken(), await statusOf(client)]).toEqual([200, 200]);

    // The provider refuses the refresh token, because it has deleted the account.
    provider.people.delete("bo");
    await age("bo", 5 * MINUTE);
    expect([await statusOf(client), await byToken()]).toEqual([401, 401]);
  });
}

test(
  "only one of two replicas uses the refresh token if both get requests at the same time",
  stored,
  async () => {
    const client = await person("cy", "chat staff");
    const replica = await instance.replica();
    try {
      for (let round = 1; round <= 3; round += 1) {
        await age("cy", 5 * MINUTE);
        const before = provider.refreshes;
        const asked = [client, client.at(replica), client, client.at(replica)].map((one) => statusOf(one));
        expect(await Promise.all(asked)).toEqual([200, 200, 200, 200]);
        expect(provider.refreshes - before).toBe(1);
      }
    } finally {
      await replica.stop();
    }
  },
);

test("if the provider lowers an operator's role, their instance tokens become invalid", stored, async () => {
  const status = async (authorization: string) =>
    (await fetch(`${instance.url}/api/oauth2/authorize`, { method: "POST", headers: { authorization } }))
      .status;
  const tokens = async (sub: string) => {
    const client = await person(sub, "chat staff");
    const user = (await client.json<PanelOperator[]>("/api/panel/operators")).find(
      ({ username }) => username === sub,
    )?.userId;
    const script = await client.send("POST", `/api/panel/users/${user}/tokens`, {
      name: "script",
      expiresInDays: 1,
    });
    return [await client.userToken(), ((await script.json()) as { token: string }).token];
  };
  const people = [await tokens("una"), await tokens("leo"), await tokens("kit")];
  provider.people.set("una", { groups: [] });
  provider.people.set("leo", { groups: ["chat readers"] });
  for (const sub of ["una", "leo", "kit"]) await age(sub, 5 * MINUTE);
  const states = [];
  for (const one of people) for (const token of one) states.push(await status(token));
  expect(states).toEqual([401, 401, 401, 401, 400, 400]);
  expect(await status(await owner.userToken())).toBe(400);
});

test("the browser never receives the provider's tokens", async () => {
  const client = await person("noa", "chat staff");
  let seen = JSON.stringify(client.browserCookies);
  for (const path of ["/", "/account", "/operators", "/api/auth/session", "/api/panel/operators"])
    seen += await (await client.fetch(path)).text();
  expect(provider.issued.length).toBeGreaterThan(0);
  expect(provider.issued.filter((token) => seen.includes(token))).toEqual([]);
});

test("nobody can sign in if the provider's metadata names another issuer", async () => {
  const port = await freePort();
  const other = await TestProvider.start(`http://localhost:${port}/api/auth/callback/oidc`);
  other.namedIssuer = "https://login.example.org";
  other.tamper = (claims) => ({ ...claims, iss: other.namedIssuer ?? "" });
  other.people.set("eve", { preferred_username: "eve", groups: ["chat admins"] });
  other.present = "eve";
  const panel = await startPanel({
    env: {
      PORT: String(port),
      OIDC_ISSUER: other.issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_SCOPES: "openid profile groups",
      OIDC_ROLES: "chat admins=owner",
    },
  });
  try {
    const client = new PanelClient(`http://localhost:${port}`);
    const callback = new URL(await other.visit(await TestProvider.begin(client)));
    callback.searchParams.set("iss", other.namedIssuer);
    expect(await TestProvider.finish(client, callback.href)).toMatch(/^\/login\?error=/);
    expect(await statusOf(client)).toBe(401);
  } finally {
    await panel.dispose();
    await other.stop();
  }
});

test("an open stream ends when the provider removes the role", async () => {
  const client = await person("di", "chat staff");
  const stream = await client.fetch("/api/panel/events");
  const text = stream.text();
  provider.people.set("di", { groups: [] });
  await age("di", 5 * MINUTE);
  expect(await statusOf(client)).toBe(401);
  expect(await text).toContain("event: signed-out");
});

test("while the provider is down, nobody can sign in through it, and sessions end after an hour", async () => {
  const [client, idle] = [await person("ed", "chat staff"), await person("flo", "chat staff")];
  provider.isDown = true;
  try {
    expect(await TestProvider.begin(visitor())).toContain("error=OAuthSignin");
    await age("ed", 59 * MINUTE);
    await age("flo", 61 * MINUTE);
    expect([await statusOf(client), await statusOf(idle)]).toEqual([200, 401]);
    // An operator with a password can sign in while the provider is down.
    await PanelClient.signIn(instance.panel);
  } finally {
    provider.isDown = false;
  }
  expect(await provider.enter(idle, "flo")).toBe("/operators");
  expect(await statusOf(idle)).toBe(200);
});

const now = () => Math.floor(Date.now() / 1000);
const tamperings: Record<string, Tampering> = {
  "for another client": (claims) => ({ ...claims, aud: "another" }),
  "of another issuer": (claims) => ({ ...claims, iss: "https://evil.example" }),
  "with another nonce": (claims) => ({ ...claims, nonce: "another" }),
  "without a nonce": ({ nonce: _, ...claims }) => claims,
  "that has ended": (claims) => ({ ...claims, iat: now() - 7200, exp: now() - 3600 }),
  "of a clock that is ahead": (claims) => ({ ...claims, iat: now() + 3600, exp: now() + 7200 }),
  "about somebody else than userinfo": (claims) => ({ ...claims, sub: "mallory" }),
  "without a signature": () => "unsigned",
  "with a signature by another key": () => "other-key",
};
for (const [what, tamper] of Object.entries(tamperings))
  test(`an ID token ${what} is refused`, async () => {
    provider.people.set("gus", { preferred_username: "gus", groups: ["chat admins"] });
    provider.tamper = tamper;
    const client = visitor();
    try {
      expect(await provider.enter(client, "gus")).toBe("/login?error=OAuthCallback");
    } finally {
      provider.tamper = null;
    }
    expect(await statusOf(client)).toBe(401);
    expect((await operators()).map(({ username }) => username)).not.toContain("gus");
  });

test("a callback works only once, and only in the browser that started the sign-in", async () => {
  provider.people.set("hal", { preferred_username: "hal", groups: ["chat staff"] });
  provider.present = "hal";
  const [client, other] = [visitor(), visitor()];
  const callback = await provider.visit(await TestProvider.begin(client));
  expect(await TestProvider.finish(other, callback)).toBe("/login?error=OAuthCallback");
  expect(await statusOf(other)).toBe(401);
  expect(await TestProvider.finish(client, callback)).toBe("/operators");
  expect(await TestProvider.finish(client, callback)).toBe("/login?error=OAuthCallback");
  // Starting another sign-in creates a new state and code verifier, but the used code stays invalid.
  await TestProvider.begin(other);
  expect(await TestProvider.finish(other, callback)).toBe("/login?error=OAuthCallback");
  expect(await statusOf(other)).toBe(401);
});

test("a sign-in through the provider gives no access to a local account with the same name", async () => {
  provider.people.set("eve", { preferred_username: operator.username, groups: ["chat readers"] });
  await provider.enter(visitor(), "eve");
  const names = (await operators()).map(({ username, role, isProvided }) => [username, role, isProvided]);
  expect(names).toContainEqual([operator.username, "owner", false]);
  expect(names).toContainEqual([`${operator.username} 2`, "viewer", true]);
  provider.people.set("frank", { preferred_username: "system", groups: ["chat readers"] });
  await provider.enter(visitor(), "frank");
  expect((await operators()).map(({ username }) => username)).toContain("operator");
  // The panel refuses a person if their name is reserved or imitates another name. It truncates a long name
  // without splitting a character.
  const hostile = ["m\u0430ra", "ma\u200bra", "Outside the panel", "jon  snow"];
  const long = `1${"\u{10400}".repeat(15)}`;
  for (const [nth, name] of [...hostile, long, long].entries()) {
    provider.people.set(`namesake ${nth}`, { preferred_username: name, groups: ["chat readers"] });
    await provider.enter(visitor(), `namesake ${nth}`);
  }
  const taken = (await operators()).map(({ username }) => username);
  expect(hostile.filter((name) => taken.includes(name))).toEqual([]);
  expect(taken).toContain(`1${"\u{10400}".repeat(12)} 2`);
});

test("an operator from the provider can be disabled in the panel", async () => {
  const client = await person("ivy", "chat staff");
  const ivy = (await operators()).find(({ username }) => username === "ivy")!;
  const path = `/api/panel/operators/${ivy.id}`;
  expect((await owner.send("PATCH", path, { role: "owner" })).status).toBe(409);
  expect((await owner.send("POST", `${path}/password`, {})).status).toBe(409);
  await owner.send("PATCH", path, { disabled: true });
  expect(await statusOf(client)).toBe(401);
  expect(await provider.enter(visitor(), "ivy")).toBe("/login?error=oidc-disabled");
});
