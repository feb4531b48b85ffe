import { thePanel } from "@/lib/shared/author";
import { closeRooms, db, operators, requestContext, theRooms } from "@/testing/rooms";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { migrate } from "@/lib/server/db";
import type { Operator } from "@/lib/server/operators";
import { type Role, roles } from "@/lib/shared/role";
import type { UserTokenPage } from "@/lib/shared/contract/users";
import type { FoundObject } from "@/lib/shared/contract/search";
import { checkAnswer } from "@/lib/shared/contract/check-answer";
import { panelApi } from "./answer";
import { routeTable } from "./routes";
import { sentBody } from "@/testing/sent-body";

const folder = mkdtempSync(join(tmpdir(), "routes-"));
const password = "lantern on the pier";
let operator: Operator;

beforeAll(async () => {
  vi.stubEnv("DATA_DIR", folder);
  writeFileSync(join(folder, "config.json"), '{"buoys": 3}');
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

/** Calls a route, and checks the answer against the route's schema. */
async function ask(
  method: string,
  address: string,
  body?: unknown,
  role: Role = "owner",
): Promise<[number, unknown]> {
  const api = panelApi(routeTable(theRooms()), theRooms(), async () => ({
    id: "1",
    operator,
    role,
    isProved: true,
    needsFactor: false,
  }));
  const [path = "", search = ""] = address.split(/(?=\?)/);
  const { status, body: text } = await api.answer({
    method,
    path: `/api/panel${path}`,
    search,
    header: (name) => (name === "content-type" ? "application/json" : null),
    readBody: sentBody(body),
    context: requestContext(),
    closed: () => new AbortController().signal,
  });
  const answer: unknown = typeof text === "string" ? JSON.parse(text) : text;
  if (status < 300) checkAnswer(method, `/api/panel${path}`, answer);
  return [status, answer];
}
const idOf = ([, answer]: [number, unknown]) => (answer as { id: string }).id;

test("the answers of all lists and documents match their schemas", async () => {
  const asked = routeTable(theRooms())
    .map(({ route }) => route)
    .filter(
      ({ method, path, answer }) => method === "GET" && !path.includes(":") && typeof answer === "object",
    );
  const queries: Record<string, string> = {
    "/config/list": "?path=api.activeVersions",
    "/config/other": "?path=buoys",
    "/config/history": "?path=general.instanceName",
    "/search": "?q=keeper",
    "/config/revisions/compare": "?from=1&to=1",
  };
  // This route answers 404 in standalone mode.
  const only: Record<string, number> = { "/instance/account": 404 };
  for (const { path } of asked)
    expect([path, (await ask("GET", path + (queries[path] ?? "")))[0]]).toEqual([path, only[path] ?? 200]);
  expect(asked.length).toBeGreaterThan(20);
});

test("the answers of the routes for bots, guilds and users match their schemas", async () => {
  const application = idOf(await ask("POST", "/applications", { name: "Buoy" }));
  const guild = idOf(await ask("POST", "/guilds", { name: "Pier" }));
  const user = idOf(await ask("POST", "/users", { username: "castaway" }));
  const token = { name: "script", expiresInDays: 1, password };
  const steps: [string, string, unknown?][] = [
    ["POST", `/applications/${application}/bot`],
    ["GET", `/bots/${application}`],
    ["PATCH", `/bots/${application}`, { name: "Bell buoy" }],
    ["PUT", `/bots/${application}/guilds/${guild}`, { permissions: "8" }],
    ["GET", `/bots/${application}/guilds`],
    ["POST", `/bots/${application}/token`, { password }],
    ["DELETE", `/bots/${application}/guilds/${guild}`],
    ["GET", `/guilds/${guild}`],
    ["GET", "/guilds?search=p"],
    ["PATCH", `/guilds/${guild}`, { name: "Quay" }],
    ["POST", `/guilds/${guild}/members`, { userId: user }],
    ["GET", `/guilds/${guild}/members`],
    ["PUT", `/guilds/${guild}/members/${user}/manager`, { manager: true }],
    ["DELETE", `/guilds/${guild}/members/${user}`],
    ["GET", `/users/${user}`],
    ["PATCH", `/users/${user}`, { rights: "512" }],
    ["POST", `/users/${user}/tokens`, token],
    ["GET", `/users/${user}/tokens`],
    ["DELETE", `/bots/${application}`, { password }],
    ["DELETE", `/guilds/${guild}`, { password }],
    ["POST", "/provision?dryRun=true", { bots: [{ name: "From a document" }] }],
  ];
  for (const [method, address, body] of steps) {
    const [status, answer] = await ask(method, address, body);
    expect([method, address, status, answer]).toEqual([method, address, status < 300 ? status : 200, answer]);
  }
});

async function activeTokens(userId: string | null): Promise<number> {
  const [, page] = await ask("GET", `/users/${userId}/tokens`);
  return (page as UserTokenPage).tokens.filter(({ state }) => state === "active").length;
}

let mates = 0;

test.each([
  ["PATCH", "", { role: "viewer" }],
  ["PATCH", "", { disabled: true }],
  ["POST", "/password", {}],
])("an operator's script tokens are revoked by %s /operators/:id%s %j", async (method, path, body) => {
  const name = `mate ${(mates += 1)}`;
  const input = { username: name, password, role: "editor" as const };
  const { id, userId } = await db()
    .transaction()
    .execute((tx) => theRooms().panel.operatorUsers.insert(tx, input));
  const tokens = () => activeTokens(userId);
  await ask("POST", `/users/${userId}/tokens`, { name: "script", expiresInDays: 1 });
  await ask("PATCH", `/operators/${id}`, { role: "owner" });
  expect(await tokens()).toBe(1);
  expect((await ask(method, `/operators/${id}${path}`, body))[0]).toBe(200);
  expect(await tokens()).toBe(0);
});

test("script tokens are revoked if the provider makes the operator a viewer or ends access", async () => {
  const { id, userId } = operator;
  const token = () => ask("POST", `/users/${userId}/tokens`, { name: "script", expiresInDays: 1 });
  const tokens = () => activeTokens(userId);
  await token();
  await operators().provided(id, "editor", {});
  expect(await tokens()).toBe(1);
  await operators().provided(id, "viewer", {});
  expect(await tokens()).toBe(0);
  await token();
  await operators().endProvided(operator);
  expect(await tokens()).toBe(0);
  await db().updateTable("operators").set({ role: "owner", oidc_grant: null }).where("id", "=", id).execute();
});

test("a role cannot call routes of higher roles", async () => {
  let refused = 0;
  for (const { method, path, role } of routeTable(theRooms()).map(({ route }) => route)) {
    for (const below of roles.slice(0, roles.indexOf(role))) {
      const [status, answer] = await ask(method, path.replace(/:\w+/g, "1"), undefined, below);
      expect([method, path, below, status, answer]).toMatchObject([
        method,
        path,
        below,
        403,
        { code: "forbidden" },
      ]);
      refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(50);
});

test("search finds objects by name, id, number and note, and returns exact matches first", async () => {
  const bell = idOf(await ask("POST", "/applications", { name: "Harbor master bell" }));
  const master = idOf(await ask("POST", "/applications", { name: "Harbor master" }));
  const person = idOf(await ask("POST", "/users", { username: "harbormaid" }));
  const found = async (q: string) => {
    const [status, answer] = await ask("GET", `/search?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    return (answer as FoundObject[]).map(({ kind, id, exactness }) => `${kind} ${id} ${exactness}`);
  };
  expect((await found("Harbor master")).slice(0, 2)).toEqual([`bot ${master} 3`, `bot ${bell} 2`]);
  expect((await found("arbor mas")).slice(0, 2)).toEqual([`bot ${master} 1`, `bot ${bell} 1`]);
  expect((await found(master))[0]).toBe(`bot ${master} 3`);
  expect((await found("harborm"))[0]).toBe(`user ${person} 2`);
  expect(await found("keeper")).toContain(`operator ${operator.id} 3`);
  expect(await found("application.create")).toEqual(
    expect.arrayContaining([expect.stringMatching(/^audit \d+ 3$/)]),
  );
  expect(await found("%%")).toEqual([]);
  expect((await ask("GET", "/search?q=x"))[0]).toBe(422);
});
