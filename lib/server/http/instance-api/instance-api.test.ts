import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { db, instances, operators, requestContext, theRooms } from "@/testing/rooms";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { migrate, writeMeta } from "@/lib/server/db";
import { byOperator } from "@/lib/shared/author";
import { sentBody } from "@/testing/sent-body";

const folder = mkdtempSync(join(tmpdir(), "instance-api-"));
const config = join(folder, "config.json");

beforeAll(async () => {
  vi.stubEnv("DATA_DIR", folder);
  writeFileSync(config, "{}");
  await migrate(db());
});
afterAll(async () => {
  await db().destroy();
  rmSync(folder, { recursive: true });
});

async function send(
  method: string,
  path: string,
  token: string,
  body: unknown = "",
  readBody = sentBody(body),
): Promise<number> {
  const { status } = await theRooms().instanceApi.area.answer!({
    method,
    path: `/api/v9${path}`,
    search: "",
    header: (name) => ({ authorization: token, "content-type": "application/json" })[name] ?? null,
    readBody,
    context: requestContext(),
    closed: () => new AbortController().signal,
  });
  return status;
}

/** Adds an operator who has a user on the instance. @returns the ids of both */
async function operatorWith(username: string, more: object = {}): Promise<{ id: number; userId: string }> {
  const { id: userId } = await instances().store().createUser({ username });
  const row = {
    username,
    username_key: username,
    password_hash: "",
    user_id: userId,
    role: "owner",
    disabled: 0,
    created_at: 0,
    sessions_valid_since: 0,
    ...more,
  };
  const { id } = await db().insertInto("operators").values(row).returning("id").executeTakeFirstOrThrow();
  return { id, userId };
}

const day = 86_400_000;
const scriptToken = async (userId: string): Promise<string> => {
  const { users } = instances().localFor({
    userId,
    actor: byOperator("keeper"),
    operators: async () => [],
    inviteUrl: () => ({ url: "", at: "panel" }),
  });
  return (await users.createToken(userId, { name: "script", expiresAt: Date.now() + day })).token;
};

async function sessionOf(operator_id: number, id: string): Promise<string> {
  const now = Date.now();
  await db()
    .insertInto("sessions")
    .values({
      id,
      operator_id,
      sessions_valid_since: 0,
      address: "127.0.0.1",
      user_agent: "",
      created_at: now,
      last_seen_at: now,
      proved_at: now,
      method: "password",
    })
    .execute();
  return id;
}

test("a token and an open stream of an operator end when a second factor is required", async () => {
  const { id, userId } = await operatorWith("bosun");
  const sessionId = await sessionOf(id, "of-bosun");
  const { token } = await instances().store().issueUserToken(userId, { sessionId });
  expect([await send("GET", "/users/@me", token), await operators().isValid({ id: sessionId })]).toEqual([
    200,
    true,
  ]);
  await writeMeta(db(), "second-factor-required", "1");
  expect([await send("GET", "/users/@me", token), await operators().isValid({ id: sessionId })]).toEqual([
    401,
    false,
  ]);
  expect(await operators().roleOfKey(`operator ${id}`)).toBeUndefined();
  await writeMeta(db(), "second-factor-required", null);
  expect([await send("GET", "/users/@me", token), await operators().isValid({ id: sessionId })]).toEqual([
    200,
    true,
  ]);
});

test("the role of an operator is known until the operator is disabled, must change the password, or is removed", async () => {
  const { id } = await operatorWith("cook", { role: "editor" });
  const change = (values: object) => db().updateTable("operators").set(values).where("id", "=", id).execute();
  const role = () => operators().roleOfKey(`operator ${id}`);
  expect(await role()).toBe("editor");
  for (const [on, off] of [
    [{ disabled: 1 }, { disabled: 0 }],
    [{ must_change_password: 1 }, { must_change_password: 0 }],
  ] as const) {
    await change(on);
    expect(await role()).toBeUndefined();
    await change(off);
    expect(await role()).toBe("editor");
  }
  await db().deleteFrom("operators").where("id", "=", id).execute();
  expect(await role()).toBeUndefined();
});

test("a token that a panel session requested is refused as soon as the session has ended", async () => {
  const { id, userId } = await operatorWith("keeper");
  await sessionOf(id, "key");
  const { token } = await instances().store().issueUserToken(userId, { sessionId: "key" });
  expect(await send("GET", "/users/@me", token)).toBe(200);
  // The session expires because of its age, so no code explicitly revokes the token.
  await db().updateTable("sessions").set({ last_seen_at: 0 }).execute();
  expect(await send("GET", "/users/@me", token)).toBe(401);
});

test("a token that ends while the body is sent is refused after the body", async () => {
  const { id, userId } = await operatorWith("purser");
  await sessionOf(id, "of-purser");
  const { token } = await instances().store().issueUserToken(userId, { sessionId: "of-purser" });
  const create = (before: () => Promise<unknown>) =>
    send("POST", "/applications", token, undefined, async (limit) => {
      await before();
      return sentBody({ name: "Buoy" })(limit);
    });
  expect(await create(async () => undefined)).toBe(200);
  expect(await create(() => db().deleteFrom("sessions").where("id", "=", "of-purser").execute())).toBe(401);
  expect(
    await db().selectFrom("applications").select("name").where("owner_id", "=", userId).execute(),
  ).toEqual([{ name: "Buoy" }]);
});

test("a named token is refused if its operator was last verified too long ago", async () => {
  // No identity provider is configured, so the panel cannot check the operator again and refuses access once
  // the last check is too old.
  const provided = { oidc_issuer: "https://login.example.org", oidc_subject: "mara", oidc_grant: "sealed" };
  const checked = { ...provided, oidc_checked_at: Date.now() };
  const { id, userId } = await operatorWith("mara", checked);
  const token = await scriptToken(userId);
  expect(await send("GET", "/users/@me", token)).toBe(200);
  await db().updateTable("operators").set({ oidc_checked_at: 0 }).where("id", "=", id).execute();
  expect(await send("GET", "/users/@me", token)).toBe(401);
  const { userId: local } = await operatorWith("bo");
  expect(await send("GET", "/users/@me", await scriptToken(local)), "an operator with a password").toBe(200);
});

test("each request uses the current configuration file", async () => {
  const { id } = await instances().store().createUser({ username: "ada" });
  const { token } = await instances().store().issueUserToken(id);
  const secret = (JSON.parse(readFileSync(config, "utf8")) as { security: unknown }).security;
  expect(await send("POST", "/applications", token, { name: "Lantern" })).toBe(200);
  writeFileSync(config, JSON.stringify({ security: secret, limits: { user: { maxUsername: 6 } } }));
  expect(await send("POST", "/applications", token, { name: "Lantern" })).toBe(400);
  expect(await send("POST", "/applications", token, { name: "Buoy" })).toBe(200);
  writeFileSync(config, "{}");
  await instances().store().issueUserToken(id);
  expect(await send("GET", "/users/@me", token), "signed with another secret").toBe(401);
});

test("a token is refused without a change of the file if the file has no secret", async () => {
  writeFileSync(config, "{}");
  expect(await send("GET", "/users/@me", "a.b.c")).toBe(401);
  expect(readFileSync(config, "utf8")).toBe("{}");
});
