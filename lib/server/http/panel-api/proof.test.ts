import { thePanel } from "@/lib/shared/author";
import { closeRooms, configFile, db, env, requestContext, theRooms } from "@/testing/rooms";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { migrate, takeLease } from "@/lib/server/db";
import type { Operator } from "@/lib/server/operators";
import { createOperator } from "@/lib/server/operators";
import { beginSession, sessionKey } from "@/lib/server/operators/session-store";
import { routes } from "@/lib/shared/contract";
import type { Route } from "@/lib/shared/contract/route";
import { panelApi } from "./answer";
import { routeTable } from "./routes";
import { sentBody } from "@/testing/sent-body";

/*
 * These tests check which actions need proof of identity ("Confirm it's you"). Every route that changes data must be
 * in one of the lists `dangerous` and `harmless`, or the first test fails.
 */

const folder = mkdtempSync(join(tmpdir(), "proof-"));
const path = join(folder, "config.json");
const password = "lantern on the pier";
const SECRET = "a signing key that nobody guesses, long enough";
let operator: Operator;
let made = 0;

beforeAll(async () => {
  vi.stubEnv("DATA_DIR", folder);
  vi.stubEnv("CONFIG_PATH", path);
  writeFileSync(path, JSON.stringify({ security: { jwtSecret: SECRET }, buoys: 3 }));
  await migrate(db());
  operator = await theRooms().panel.firstRun.createFirstOperator(
    { username: "keeper", password, guildName: "Harbor" },
    thePanel,
  );
});
afterAll(async () => {
  await closeRooms();
  rmSync(folder, { recursive: true });
});

afterEach(
  async () =>
    void (await Promise.all([db().deleteFrom("passkeys").execute(), db().deleteFrom("totp").execute()])),
);

interface Sent {
  params?: Record<string, string | number>;
  query?: string;
  body?: object;
  etag?: string;
}

async function ask(name: keyof typeof routes, sent: Sent, isProved: boolean): Promise<[number, unknown]> {
  const route: Route = routes[name];
  const api = panelApi(routeTable(theRooms()), theRooms(), async () => ({
    id: "1",
    operator,
    role: "owner",
    isProved,
    needsFactor: false,
  }));
  const etag = sent.etag ?? (await configFile().read()).etag;
  const { status, body } = await api.answer({
    method: route.method,
    path: `/api/panel${route.path.replace(/:(\w+)/g, (_, key: string) => String(sent.params?.[key]))}`,
    search: sent.query ?? "",
    header: (key) => ({ "content-type": "application/json", "if-match": `"${etag}"` })[key] ?? null,
    readBody: sentBody(sent.body),
    context: requestContext(),
    closed: () => new AbortController().signal,
  });
  return [status, typeof body === "string" ? JSON.parse(body) : body];
}

async function idOf(name: keyof typeof routes, body: object, params: Sent["params"] = {}): Promise<string> {
  const [status, answer] = await ask(name, { body, params }, true);
  if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(answer)}`);
  return (answer as { id: string }).id;
}

const unique = (word: string) => `${word}${(made += 1)}`;
const someOperator = async () =>
  (await createOperator(db(), { username: unique("bosun"), password, userId: null, role: "editor" })).id;
const someUser = () => idOf("createUser", { username: unique("castaway") });
const someGuild = () => idOf("createGuild", { name: unique("Pier ") });
async function someBot(): Promise<string> {
  const id = await idOf("createApplication", { name: unique("Buoy ") });
  await ask("issueToken", { params: { id } }, true);
  return id;
}
async function someMember(): Promise<{ id: string; userId: string }> {
  const [id, userId] = [await someGuild(), await someUser()];
  await idOf("addMember", { userId }, { id });
  return { id, userId };
}
async function someSession(): Promise<string> {
  const caller = { address: "203.0.113.9", userAgent: "" };
  const { sessions_valid_since: sessionsValidSince } = await db()
    .selectFrom("operators")
    .select("sessions_valid_since")
    .where("id", "=", operator.id)
    .executeTakeFirstOrThrow();
  return sessionKey(await beginSession(db(), { ...operator, sessionsValidSince }, caller));
}

const text = () => readFileSync(path, "utf8");
const secretPath = "security.requestSignature";
const secretSet = () => ({
  operations: [{ op: "set", path: secretPath, value: unique("a new signature ") }],
});

/** Saves a new value for a secret. @returns the versions before and after the save */
async function secretSaved(): Promise<{ before: string; after: string }> {
  const before = (await configFile().read()).etag;
  expect((await ask("saveConfig", { body: secretSet() }, true))[0]).toBe(200);
  return { before, after: (await configFile().read()).etag };
}
async function credentialKey(): Promise<string> {
  const key = `${unique("harbor")}Password`;
  writeFileSync(path, JSON.stringify({ ...(JSON.parse(text()) as object), [key]: "hunter" }));
  await configFile().read();
  return key;
}

const someApp = () =>
  db()
    .insertInto("totp")
    .values({ operator_id: operator.id, secret: "", last_step: 0, created_at: 0 })
    .execute();
const credential = {
  id: "x",
  rawId: "x",
  type: "public-key",
  clientExtensionResults: {},
  response: {
    clientDataJSON: "",
    attestationObject: "",
  },
};

/** Actions that must not be possible with a stolen session, each with an example request. */
const dangerous: Partial<Record<keyof typeof routes, () => Promise<Sent>>> = {
  createInvitation: async () => ({ body: { role: "owner", expiresInDays: 1 } }),
  createApiToken: async () => ({ body: { name: unique("script"), role: "owner", expiresInDays: 1 } }),
  changeOperator: async () => ({ params: { id: await someOperator() }, body: { disabled: true } }),
  removeOperator: async () => ({ params: { id: await someOperator() }, body: {} }),
  requirePassword: async () => ({ params: { id: await someOperator() }, body: {} }),
  endOperatorSessions: async () => ({ params: { id: await someOperator() }, body: {} }),
  changePassword: async () => ({ body: { next: password } }),
  endSessions: async () => ({}),
  endSession: async () => ({ params: { id: await someSession() } }),
  exportWithSecrets: async () => ({ body: { secrets: true } }),
  showRawConfig: async () => ({ body: {} }),
  readOtherKey: async () => ({ query: "?path=buoys" }),
  saveConfig: async () => ({ body: secretSet() }),
  undoSave: async () => ({ body: { to: (await secretSaved()).before } }),
  restoreRevision: async () => {
    await secretSaved();
    const { revisions } = await configFile().history.list({ limit: 2 });
    return { params: { id: revisions[1]?.id ?? 0 }, body: {} };
  },
  undoChange: async () => {
    await secretSaved();
    return { params: { id: (await configFile().history.newest()) ?? 0 }, body: {} };
  },
  restoreUndone: async () => {
    const before = text();
    await secretSaved();
    writeFileSync(path, before);
    return { body: {}, etag: (await configFile().read()).etag };
  },
  saveRawConfig: async () => ({
    body: { text: text().replace(/"jwtSecret": ?"[^"]*"/, `"jwtSecret": "${unique(SECRET)}"`) },
  }),
  saveProposal: async () => ({
    params: { id: await idOf("createProposal", { title: "Key", ...secretSet() }) },
    body: {},
  }),
  setReviewedSections: async () => ({ body: { sections: [] } }),
  saveOtherKey: async () => ({ body: { path: await credentialKey(), text: '"another"' } }),
  removeOtherKey: async () => ({ query: `?path=${await credentialKey()}` }),
  applyFile: async () => ({ body: {} }),
  planApply: async () => ({ body: { at: new Date(Date.now() + 3_600_000).toISOString() } }),
  saveNotifications: async () => ({ body: { muted: [] } }),
  startBackup: async () => {
    // Another replica holds the lease, so this process cannot start a real backup.
    await takeLease(db(), "backup", { holder: "replica", span: 60_000 });
    return { body: {} };
  },
  deleteBackup: async () => {
    await db().deleteFrom("leases").where("name", "=", "backup").execute();
    const [at, folder] = [Date.now(), join(env().backupDir, unique("backup"))];
    mkdirSync(folder, { recursive: true });
    const row = { at, ended_at: at, actor: "", due_at: null, host: hostname(), folder, size: 1 };
    const { id } = await db().insertInto("backups").values(row).returning("id").executeTakeFirstOrThrow();
    return { params: { id: String(id) }, body: {} };
  },
  downloadBackup: async () => ({ params: { id: "1" } }),
  restoreBackup: async () => ({ params: { id: "1" }, body: { withConfig: true } }),
  saveBackupSchedule: async () => ({ body: { time: null, keep: 7 } }),
  tryConnection: async () => ({ body: { address: "http://127.0.0.1:9" } }),
  saveConnection: async () => ({ body: { choice: { mode: "standalone" } } }),
  editBot: async () => ({ params: { id: await someBot() }, body: { ownerId: operator.userId } }),
  deleteBot: async () => ({ params: { id: await someBot() }, body: {} }),
  resetToken: async () => ({ params: { id: await someBot() }, body: {} }),
  issueToken: async () => ({ params: { id: await someBot() } }),
  editGuild: async () => {
    const { id, userId } = await someMember();
    return { params: { id }, body: { ownerId: userId } };
  },
  deleteGuild: async () => ({ params: { id: await someGuild() }, body: {} }),
  setManager: async () => ({ params: await someMember(), body: { manager: true } }),
  changeUser: async () => ({ params: { id: await someUser() }, body: { rights: "8" } }),
  banUser: async () => ({ params: { id: await someUser() }, body: {} }),
  passkeyToMake: async () => ({}),
  addPasskey: async () => ({ body: { name: "Laptop", response: credential } }),
  removePasskey: async () => {
    const id = unique("passkey");
    const row = {
      id,
      operator_id: operator.id,
      name: "Laptop",
      public_key: "",
      counter: 0,
      transports: "[]",
    };
    await db()
      .insertInto("passkeys")
      .values({ ...row, created_at: 0, last_used_at: null })
      .execute();
    return { params: { id } };
  },
  totpToAdd: async () => ({}),
  addTotp: async () => ({ body: { setup: "x", first: "000000" } }),
  removeTotp: async () => {
    await someApp();
    return {};
  },
  makeRecoveryCodes: async () => {
    await someApp();
    return {};
  },
  requireFactor: async () => ({ body: { isRequired: false } }),
  authorizeBot: async () => ({
    params: { id: await someBot(), guildId: await someGuild() },
    body: { permissions: "8" },
  }),
  provision: async () => ({
    body: { bots: [{ name: unique("Buoy "), guilds: [{ guild: await someGuild(), permissions: "32" }] }] },
  }),
  createToken: async () => ({
    params: { id: await someUser() },
    body: { name: "script", expiresInDays: 1 },
  }),
};

/** Changes whose body is a document, which has no place for a password. */
const withoutPassword = new Set(["provision"]);

/** Actions that cannot succeed here, because something besides the proof is missing. Other tests perform them. */
const elsewhere = new Set([
  "startBackup",
  "downloadBackup",
  "restoreBackup",
  "banUser",
  "applyFile",
  "planApply",
  "showRawConfig",
  "addPasskey",
  "addTotp",
]);

/**
 * Changes that can be undone, grant nobody more rights, and reveal no secret. Includes the routes for the
 * proof itself.
 */
const harmless = [
  "addMember createApplication createGuild createUser removeBot removeMember removePicture setPicture",
  "revokeApiToken revokeInvitation createRegistrationTokens revokeToken connectAccount disconnectAccount",
  "chooseHistory closeConfigFile createConfigFile dismissUndone exportAudit exportConfig previewConfig previewImport",
  "answerApply cancelPlan markRestarted takeDrafts",
  "checkNow runCheck runDoctor downloadList testNotification hideWarning showWarning verifyBackup cancelRestore reportPresence",
  "createProposal commentOnProposal rejectProposal",
  "passkeyToProve proveIdentity",
].flatMap((line) => line.split(" "));

test("every route that changes something needs proof of identity or is listed as harmless", () => {
  const changing = (Object.entries(routes) as [string, Route][]).filter(
    ([, { method, audit, proof }]) => method !== "GET" || audit !== undefined || proof !== undefined,
  );
  const named = (isMarked: boolean) =>
    changing.filter(([, { proof }]) => (proof !== undefined) === isMarked).map(([name]) => name);
  expect(named(true).toSorted()).toEqual(Object.keys(dangerous).toSorted());
  expect(named(false).toSorted()).toEqual(harmless.toSorted());
});

test.each(Object.entries(dangerous))(
  "%s is refused ten minutes after the last proof of identity, and works after a new proof",
  async (key, prepare) => {
    const name = key as keyof typeof routes;
    const { field = "password" } = (routes[name] as Route).proof ?? {};
    const sent = await prepare();
    const before = text();
    const [refused, reason] = await ask(name, sent, false);
    // A change to the password always requires the current password, so its error is different.
    if (name === "changePassword") expect(refused).toBe(422);
    else expect([refused, reason]).toMatchObject([403, { code: "proof-required" }]);
    expect(text()).toBe(before);

    if (withoutPassword.has(name)) return expect((await ask(name, sent, true))[0]).toBe(200);
    const withPassword = { ...sent, body: { ...sent.body, [field]: password } };
    const isWrong = await ask(name, { ...sent, body: { ...sent.body, [field]: "a guess" } }, false);
    if (routes[name].method !== "GET") expect(isWrong[0]).toBe(422);

    const [status, answer] =
      name === "changePassword" ? await ask(name, withPassword, true) : await ask(name, sent, true);
    if (elsewhere.has(name)) expect(answer).not.toMatchObject({ code: "proof-required" });
    else expect([status, answer]).toEqual([status < 300 ? status : 200, answer]);

    if (routes[name].method === "GET") return;
    if (name === "makeRecoveryCodes") await db().deleteFrom("totp").execute();
    const again = await prepare();
    const byPassword = await ask(name, { ...again, body: { ...again.body, [field]: password } }, false);
    // For an operator with a second factor, the password alone is not proof of identity.
    if (["removePasskey", "removeTotp", "makeRecoveryCodes"].includes(name))
      return expect(byPassword).toMatchObject([403, { code: "proof-required" }]);
    if (elsewhere.has(name)) expect(byPassword[1]).not.toMatchObject({ code: "proof-required" });
    else expect(byPassword).toEqual([byPassword[0] < 300 ? byPassword[0] : 200, byPassword[1]]);
  },
);

test("changes that affect no secret, owner or existing bot need no proof of identity", async () => {
  const operations = [{ op: "set", path: "general.instanceName", value: "Lagoon" }];
  const id = await idOf("createApplication", { name: "Lamp" });
  const requests: [keyof typeof routes, Sent][] = [
    ["saveConfig", { body: { operations } }],
    [
      "saveRawConfig",
      { body: { text: ((await ask("readRawConfig", {}, false))[1] as { text: string }).text } },
    ],
    ["saveOtherKey", { body: { path: "buoys", text: "4" } }],
    ["issueToken", { params: { id } }],
    ["editBot", { params: { id }, body: { name: "Lantern" } }],
    ["editGuild", { params: { id: await someGuild() }, body: { name: "Quay" } }],
  ];
  for (const [name, sent] of requests)
    expect([name, (await ask(name, sent, false))[0]]).toEqual([name, expect.toSatisfy((s) => s < 300)]);
});
