import { describe, expect, test } from "vitest";
import { instances, operators, requestContext, theRooms } from "@/testing/rooms";
import type { Role } from "@/lib/shared/role";
import { sentBody } from "@/testing/sent-body";
import { openTestPanel, PASSWORD, type Visitor } from "@/testing/test-panel";

const panel = openTestPanel();

const ADMINISTRATOR = 8n;
const MANAGE_GUILD = 32n;
const MANAGE_ROLES = 1n << 28n;

let count = 0;
const name = (word: string) => `${word}-${(count += 1)}`;

const guildOf = async (visitor: Visitor) => (await visitor.get("createGuild", { body: { name: "Pier" } })).id;

/** Asks to provision one bot. @returns the status */
async function provision(visitor: Visitor, document: object, query: Record<string, string> = {}) {
  const headers = { "content-type": "application/json" };
  return (await visitor.ask("provision", { body: JSON.stringify(document), headers, query })).status;
}

const botIn = (guild: string, permissions: bigint, name = "Fog horn") => ({
  bots: [{ name, public: false, guilds: [{ guild, permissions: String(permissions) }] }],
});

describe("a bot for another operator", () => {
  test.each<[Role, boolean, number]>([
    ["editor", false, 403],
    ["editor", true, 403],
    ["owner", false, 403],
    ["owner", true, 200],
  ])("can be provisioned by a role %s with proof %j: %i", async (role, isProved, status) => {
    const other = await panel.visitor({ username: name("mara") });
    const visitor = await panel.visitor({ username: name("bosun"), role, isProved });
    const document = { owner: other.operator.username, bots: [{ name: "Fog horn", public: false }] };
    expect(await provision(visitor, document)).toBe(status);
    expect(await provision(visitor, { ...document, owner: visitor.operator.username.toUpperCase() })).toBe(
      200,
    );
    expect(await provision(visitor, document, { dryRun: "true" })).toBe(role === "owner" ? 200 : 403);
  });

  test("can be provisioned with the password in the document's request", async () => {
    const { operator } = await panel.visitor({ username: name("mara") });
    const owner = await panel.visitor({ username: name("bosun"), role: "owner", isProved: false });
    const document = { owner: operator.username, bots: [{ name: "Fog horn", public: false }] };
    expect(await provision(owner, { ...document, password: "wrong" })).toBe(422);
    expect(await provision(owner, { ...document, password: PASSWORD })).toBe(200);
  });

  test("cannot be provisioned or transferred to a disabled operator", async () => {
    const { operator } = await panel.visitor({ username: name("mara") });
    const { id } = await panel.get("createApplication", { body: { name: "Buoy" } });
    await operators().changeOperator(operator.id, { disabled: true });
    const document = { owner: operator.username, bots: [{ name: "Fog horn", public: false }] };
    expect(await provision(panel, document)).toBe(409);
    const transfer = await panel.ask("editBot", { params: { id }, body: { ownerId: operator.userId } });
    expect(transfer.status).toBe(409);
  });

  test("can be transferred only by an owner", async () => {
    const editor = await panel.visitor({ username: name("bosun"), role: "editor" });
    const { id } = await editor.get("createApplication", { body: { name: "Buoy" } });
    const transfer = async (by: Visitor, ownerId: string | null) =>
      (await by.ask("editBot", { params: { id }, body: { ownerId, password: PASSWORD } })).status;
    expect(await transfer(editor, panel.operator.userId)).toBe(403);
    expect(await transfer(editor, editor.operator.userId)).toBe(200);
    expect(await transfer(panel, panel.operator.userId)).toBe(200);
    const user = await panel.get("createUser", { body: { username: "castaway" } });
    expect(await transfer(panel, user.id)).toBe(200);
  });
});

describe("Administrator and Manage Guild", () => {
  test.each<[string, bigint, number]>([
    ["Administrator", ADMINISTRATOR, 403],
    ["Manage Guild", MANAGE_GUILD, 403],
    ["other permissions", MANAGE_ROLES, 200],
    ["no permissions", 0n, 200],
  ])("need a proof in every way in: %s", async (_, permissions, status) => {
    const visitor = await panel.visitor({ username: name("bosun"), role: "editor", isProved: false });
    const guildId = await guildOf(visitor);
    const { id } = await visitor.get("createApplication", { body: { name: "Buoy" } });
    await visitor.ask("issueToken", { params: { id } });
    const authorize = async (body: object) =>
      (await visitor.ask("authorizeBot", { params: { id, guildId }, body })).status;

    expect(await provision(visitor, botIn(guildId, permissions, "New"))).toBe(status);
    expect(await provision(visitor, botIn(guildId, permissions, "Buoy"))).toBe(status);
    expect(await authorize({ permissions: String(permissions) })).toBe(status);
    expect(await viaInstanceApi(visitor, id, guildId, permissions)).toBe(status === 200 ? 200 : 403);
    expect(await authorize({ permissions: String(permissions), password: PASSWORD })).toBe(200);
    expect(await provision(visitor, botIn(guildId, permissions, "Buoy"))).toBe(200);
  });
});

async function viaInstanceApi(visitor: Visitor, id: string, guildId: string, permissions: bigint) {
  const { token } = await visitor.get("userToken");
  const { status } = await theRooms().instanceApi.area.answer!({
    method: "POST",
    path: "/api/v9/oauth2/authorize",
    search: `?client_id=${id}`,
    header: (name) => ({ authorization: token, "content-type": "application/json" })[name] ?? null,
    readBody: sentBody({ guild_id: guildId, permissions: String(permissions), authorize: true }),
    context: requestContext(),
    closed: () => new AbortController().signal,
  });
  return status;
}

describe("a token for a user", () => {
  const body = { name: "script", expiresInDays: 365 };
  const create = async (by: Visitor, id: string | null, more: object = {}) =>
    by.ask("createToken", { params: { id: String(id) }, body: { ...body, ...more } });

  test("of an operator is created only by that operator or an owner", async () => {
    const editor = await panel.visitor({ username: name("bosun"), role: "editor" });
    const mate = await panel.visitor({ username: name("mara"), role: "editor" });
    expect((await create(editor, panel.operator.userId)).status).toBe(403);
    expect((await create(editor, mate.operator.userId)).status).toBe(403);
    expect((await create(editor, editor.operator.userId)).status).toBe(201);
    expect((await create(panel, mate.operator.userId)).status).toBe(201);
    const { id } = await panel.get("createUser", { body: { username: name("castaway") } });
    expect((await create(editor, id)).status).toBe(201);
  });

  test("needs a password from a confirmed API token, and ends with the API token", async () => {
    const { token: secret, entry } = await operators().createApiToken(
      { operator: panel.operator, role: "owner" },
      { name: "ci", role: "owner", confirmed: true, expiresAt: Date.now() + 86_400_000 },
    );
    const session = await operators().findApiToken(secret, { address: "192.0.2.1", userAgent: "" });
    const script = panel.as(session!);
    const id = panel.operator.userId;
    expect((await create(script, id)).status).toBe(403);
    const made = await create(script, id, { password: PASSWORD });
    expect(made.status).toBe(201);
    const { token } = made.body as { token: string };
    const listed = async () =>
      (await panel.get("listTokens", { params: { id: String(id) } })).tokens[0]?.state;
    const status = async () =>
      (
        await theRooms().instanceApi.area.answer!({
          ...{ method: "GET", path: "/api/v9/users/@me", search: "", readBody: sentBody() },
          header: (name) => (name === "authorization" ? token : null),
          ...{ context: requestContext(), closed: () => new AbortController().signal },
        })
      ).status;
    expect([await status(), await listed()]).toEqual([200, "active"]);
    await operators().revokeApiToken({ operator: panel.operator, role: "owner" }, entry.id);
    expect([await status(), await listed()]).toEqual([401, "revoked"]);
    expect(await instances().store().authenticate(token)).toMatchObject({ apiToken: entry.id });
  });
});
