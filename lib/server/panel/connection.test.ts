import type { Env } from "@/lib/env";
import { changeEnv, configFile, db, env, panelSettings, theRooms } from "@/testing/rooms";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createOperator } from "@/lib/server/operators";
import { editionOf, editions } from "@/lib/shared/settings/editions";
import { PASSWORD, openTestPanel } from "@/testing/test-panel";
import { scriptedInstance } from "@/testing/scripted-instance";
import { createConnection, normalUrl } from "./connection";

const panel = openTestPanel({}, { LOG_LEVEL: "silent" });
const here = { general: { instanceName: "Harbor" } };
const url = "https://chat.example.org/api";

beforeEach(async () => {
  await db().deleteFrom("meta").where("key", "=", "instance-connection").execute();
  panel.connect();
  await panel.write(here);
});

const save = (choice: object) => panel.get("saveConnection", { body: { choice } });
/** Loads the stored choice, as a restarted panel does. */
async function restart() {
  panelSettings().setConnection({});
  await theRooms().panel.connection.load();
  const { instanceApiUrl, instanceOperatorToken } = panelSettings();
  return { instanceApiUrl, instanceOperatorToken };
}

describe("choosing the instance", () => {
  test("stores the encrypted address and token for the next start", async () => {
    expect(await save({ mode: "connected", url, operatorToken: "token-1" })).toEqual({
      mode: "connected",
      url,
      isUrlFixed: false,
      hasOperatorToken: true,
      isTokenFixed: false,
      isFileOfOthers: false,
      isAnswered: true,
      suggestion: null,
    });
    expect(await panel.entries()).toMatchObject([
      { action: "instance.connection", actor: "keeper", target: url, outcome: "done" },
    ]);
    const { value } = await db()
      .selectFrom("meta")
      .select("value")
      .where("key", "=", "instance-connection")
      .executeTakeFirstOrThrow();
    expect(value).not.toContain("chat.example.org");
    expect(value).not.toContain("token-1");
    expect(await restart()).toEqual({ instanceApiUrl: url, instanceOperatorToken: "token-1" });
    expect(theRooms().panel.connection.storedToken(` ${url}/ `)).toBe("token-1");
    expect(theRooms().panel.connection.storedToken("https://other.example.org/api")).toBeUndefined();
    expect(theRooms().panel.connection.storedToken("no address")).toBeUndefined();
  });

  test("removes the stored token if the address changes", async () => {
    await save({ mode: "connected", url, operatorToken: "token-1" });
    expect(await save({ mode: "connected", url: `${url}/v9/` })).toMatchObject({
      url,
      hasOperatorToken: true,
    });
    expect((await restart()).instanceOperatorToken).toBe("token-1");
    expect(await save({ mode: "connected", url, operatorToken: null })).toMatchObject({
      hasOperatorToken: false,
    });
    await save({ mode: "connected", url, operatorToken: "token-2" });
    const other = "https://other.example.org/api";
    expect(await save({ mode: "connected", url: other })).toMatchObject({
      url: other,
      hasOperatorToken: false,
    });
    expect(await restart()).toEqual({ instanceApiUrl: other, instanceOperatorToken: undefined });
  });

  test("in standalone mode, creates users for operators without a user", async () => {
    await save({ mode: "connected", url });
    const { id } = await createOperator(db(), { username: "mara", password: PASSWORD, userId: null });
    expect(await save({ mode: "standalone" })).toMatchObject({
      mode: "standalone",
      url: null,
      hasOperatorToken: false,
      isAnswered: true,
    });
    expect(await panel.entries(10)).toContainEqual(
      expect.objectContaining({ action: "instance.connection", target: "this panel" }),
    );
    expect(await restart()).toEqual({ instanceApiUrl: undefined, instanceOperatorToken: undefined });
    const known = (await panel.get("listOperators")).find((one) => one.id === id);
    expect(known?.userId).toMatch(/^\d+$/);
    // The missing keys are generated, because this panel signs tokens from now on.
    expect(panel.read()).toMatchObject({ security: { jwtSecret: expect.any(String) } });
  });

  test("does not change the file if the panel connects to a running instance", async () => {
    await save({ mode: "connected", url });
    expect(panel.read()).toEqual(here);
  });

  test("succeeds even if the configuration file is invalid", async () => {
    await panel.write("{ broken");
    expect(await save({ mode: "standalone" })).toMatchObject({ mode: "standalone", isAnswered: true });
  });

  test.each([
    "ftp://chat.example.org",
    "chat.example.org",
    "https://ada@chat.example.org",
    "https://a.org?x=1",
    "https://a.org#x",
  ])("refuses %s as an address", async (typed) => {
    const { status, body } = await panel.ask("saveConnection", {
      body: { choice: { mode: "connected", url: typed } },
    });
    expect([status, body]).toMatchObject([422, { code: "invalid-settings", problems: [{ path: "url" }] }]);
    expect(panelSettings().instanceApiUrl).toBeUndefined();
  });

  test("removes the API version and trailing slashes from an address", () => {
    expect(normalUrl("  https://chat.example.org/api/v9// ")).toBe(url);
    expect(normalUrl("http://chat.example.org///")).toBe("http://chat.example.org");
    expect(normalUrl("https://chat.example.org/v10")).toBe("https://chat.example.org");
    expect(normalUrl("https://chat.example.org/v9/api")).toBe("https://chat.example.org/v9/api");
    expect(normalUrl("https://chat.example.org/service9")).toBe("https://chat.example.org/service9");
  });

  test("has no effect after a restart if the stored choice cannot be decrypted", async () => {
    await save({ mode: "connected", url });
    await db().updateTable("meta").set({ value: "?" }).where("key", "=", "instance-connection").execute();
    expect(await restart()).toEqual({ instanceApiUrl: undefined, instanceOperatorToken: undefined });
    expect(await panel.get("getConnection")).toMatchObject({ mode: "standalone", isAnswered: false });
  });
});

describe("a configuration file from another server", () => {
  const withApi = (endpointPublic: string) => panel.write({ ...here, api: { endpointPublic } });

  test.each([
    ["https://chat.example.org", true],
    ["http://localhost:3000", false],
    ["http://localhost:4000", false],
    ["http://127.0.0.1:4000", false],
    ["http://[::1]:4000", false],
    ["http://127.example.org", true],
    ["http://localhost.example.org", true],
    ["not an address", false],
  ])("is recognized by its API address: %s → %j", async (address, expected) => {
    await withApi(address);
    expect(await theRooms().panel.connection.isFileOfOthers()).toBe(expected);
  });

  test("is recognized by a key that only the other server uses", async () => {
    const [path = "", spelled = ""] = Object.entries(editionOf("branded").spelling.keys).find(
      ([key]) => !key.includes("."),
    )!;
    await panel.write({ ...here, [path]: {} });
    expect(await theRooms().panel.connection.isFileOfOthers()).toBe(false);
    await panel.write({ ...here, [spelled]: {} });
    expect(await theRooms().panel.connection.isFileOfOthers()).toBe(true);
  });

  test("is not recognized if it contains no API address", async () => {
    expect(await theRooms().panel.connection.isFileOfOthers()).toBe(false);
    await panel.write("{ broken");
    expect(await theRooms().panel.connection.isFileOfOthers()).toBe(false);
    expect(await panel.get("getConnection")).toMatchObject({ isFileOfOthers: false, suggestion: null });
  });

  test("suggests its API address for the connection", async () => {
    await withApi("https://chat.example.org");
    expect(await panel.get("getConnection")).toMatchObject({
      isFileOfOthers: true,
      suggestion: "https://chat.example.org",
      isAnswered: false,
    });
    await withApi("http://localhost:4000");
    expect(await panel.get("getConnection")).toMatchObject({ isFileOfOthers: false, suggestion: null });
  });

  test("makes the panel ask whether to connect to that server", async () => {
    await withApi("https://chat.example.org");
    await theRooms().panel.connection.askIfFileOfOthers();
    // The local store has users, so no choice is required.
    expect(panelSettings().isModeOpen).toBe(false);
    await db().schema.alterTable("users").renameTo("users_elsewhere").execute();
    await db().schema.createTable("users").addColumn("id", "text").execute();
    try {
      await theRooms().panel.connection.askIfFileOfOthers();
      expect(panelSettings().isModeOpen).toBe(true);
      expect(await panel.get("getConnection")).toMatchObject({ mode: "open", isAnswered: false });
      await withApi("http://localhost:4000");
      await theRooms().panel.connection.askIfFileOfOthers();
      expect(panelSettings().isModeOpen).toBe(false);
      await withApi("https://chat.example.org");
      await save({ mode: "standalone" });
      await theRooms().panel.connection.askIfFileOfOthers();
      expect(panelSettings().isModeOpen).toBe(false);
    } finally {
      await db().schema.dropTable("users").execute();
      await db().schema.alterTable("users_elsewhere").renameTo("users").execute();
    }
  });

  test("does not make the panel ask if OPERATOR_USERNAME is set", async () => {
    await withApi("https://chat.example.org");
    await db().schema.alterTable("users").renameTo("users_elsewhere").execute();
    await db().schema.createTable("users").addColumn("id", "text").execute();
    changeEnv({ operatorUsername: "keeper" });
    try {
      await theRooms().panel.connection.askIfFileOfOthers();
      expect(panelSettings().isModeOpen).toBe(false);
    } finally {
      changeEnv({ operatorUsername: undefined });
      await db().schema.dropTable("users").execute();
      await db().schema.alterTable("users_elsewhere").renameTo("users").execute();
    }
  });
});

test("a token from INSTANCE_OPERATOR_TOKEN is not stored with the choice", async () => {
  changeEnv({ givenApiUrl: url, givenOperatorToken: "of-the-environment" });
  try {
    expect(await save({ mode: "connected", url })).toMatchObject({ hasOperatorToken: true });
  } finally {
    changeEnv({ givenApiUrl: undefined, givenOperatorToken: undefined });
  }
  expect(await restart()).toEqual({ instanceApiUrl: url, instanceOperatorToken: undefined });
});

test("a choice that cannot be read after an announcement is read at the next one", async () => {
  await save({ mode: "connected", url });
  let announce = () => undefined as void;
  const onAnnouncement = (_: string, listener: () => void) => void (announce = listener);
  const announcements = { announce: async () => undefined, onAnnouncement };
  const { follow } = createConnection({ ...theRooms(), env: env(), db: db(), announcements });
  await follow();
  panelSettings().setConnection({});
  await db().schema.alterTable("meta").renameTo("meta_elsewhere").execute();
  // An unhandled rejection fails the run.
  announce();
  await db().schema.alterTable("meta_elsewhere").renameTo("meta").execute();
  expect(panelSettings().instanceApiUrl).toBeUndefined();
  announce();
  await vi.waitFor(() => expect(panelSettings().instanceApiUrl).toBe(url));
});

describe("an address from INSTANCE_API_URL", () => {
  beforeEach(() => {
    const change = (variables: Partial<Env>) => {
      changeEnv(variables);
    };
    change({ givenApiUrl: url });
    return () => change({ givenApiUrl: undefined });
  });

  test("cannot be changed in the panel", async () => {
    expect(await panel.get("getConnection")).toMatchObject({
      mode: "connected",
      url,
      isUrlFixed: true,
      isAnswered: true,
    });
    for (const choice of [{ mode: "standalone" }, { mode: "connected", url: "https://other.example.org" }])
      expect(await panel.ask("saveConnection", { body: { choice } })).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining("INSTANCE_API_URL") },
      });
    expect(await save({ mode: "connected", url: `${url}/`, operatorToken: "token-3" })).toMatchObject({
      url,
      hasOperatorToken: true,
    });
    panelSettings().setConnection({});
  });
});

describe("trying a connection", () => {
  const me = { id: "7", username: "mara" };
  const whole = { general: { instanceName: "Lagoon" }, limits: {} };
  const trial = async (address: string, operatorToken?: string) => {
    const answer = await panel.get("tryConnection", {
      body: { address, ...(operatorToken !== undefined && { operatorToken }) },
    });
    return { ...answer, states: answer.steps.map(({ state }) => state).join(" ") };
  };

  test("reports the instance's name, and the token's account and rights", async () => {
    const instance = await scriptedInstance({
      "GET /gateway": [200, { url: "ws://x" }],
      "GET /policies/instance": [200, { instanceName: "Lagoon" }],
      "GET /users/@me": [200, me],
      "GET /policies/instance/config": [200, whole],
    });
    const { url: found, name, steps, rights, states } = await trial(instance.apiUrl, "operator-token");
    expect([found, name, states]).toEqual([instance.apiUrl, "Lagoon", "skipped done done done"]);
    expect(steps.map(({ text }) => text)).toEqual([
      "You entered it.",
      `It answers at ${instance.apiUrl}.`,
      "Lagoon",
      "It is the token of mara.",
    ]);
    expect(rights.map((right) => [right.name, right.held])).toEqual([
      ["OPERATOR", true],
      ["VIEW_SERVER_STATS", true],
      ["MANAGE_USERS", true],
      ["CREATE_REGISTRATION_TOKENS", true],
    ]);
    for (const { purpose } of rights) expect(purpose).toMatch(/^[A-Z].+\.$/);
    const tokens = new Set(instance.asked.map(({ token }) => token));
    expect([...tokens]).toEqual([undefined, "operator-token"]);
  });

  test("reports null for rights that cannot be tested with the token", async () => {
    const instance = await scriptedInstance({
      "GET /ping": [200, {}],
      "GET /gateway": [200, "not JSON"],
      "GET /users/@me": [200, me],
      "GET /policies/instance/config": [200, { general: {} }],
      "GET /policies/stats": [200, {}],
    });
    const { name, rights, states } = await trial(instance.apiUrl, "token");
    expect([name, states]).toEqual([null, "skipped done skipped done"]);
    expect(rights.map(({ held }) => held)).toEqual([false, true, null, null]);
    const without = await scriptedInstance({ "GET /gateway": [401, {}], "GET /users/@me": [200, me] });
    expect((await trial(without.apiUrl, "token")).rights.map(({ held }) => held)).toEqual([
      false,
      false,
      null,
      null,
    ]);
  });

  test.each([
    ["a refused token", [401, me], "does not accept this token"],
    ["an answer without a name", [200, { id: "7" }], "does not accept this token"],
    ["a bot's token", [200, { ...me, bot: true }], "belongs to a bot"],
  ] as const)(
    "fails and reports the cause if the account request returns %s",
    async (_case, answer, words) => {
      const instance = await scriptedInstance({ "GET /gateway": [200, {}], "GET /users/@me": [...answer] });
      const { url: found, steps, rights, states } = await trial(instance.apiUrl, "token");
      expect([found, states, rights]).toEqual([instance.apiUrl, "skipped done skipped failed", []]);
      expect(steps.at(-1)?.text).toContain(words);
    },
  );

  test("skips the account if no token was entered", async () => {
    const instance = await scriptedInstance({ "GET /gateway": [200, {}] });
    for (const token of [undefined, ""]) {
      const { rights, steps, states } = await trial(instance.apiUrl, token);
      expect([rights, states]).toEqual([[], "skipped done skipped skipped"]);
      expect(steps.at(-1)?.text).toContain("did not enter a token");
    }
    expect(instance.asked.map(({ route }) => route)).not.toContain("GET /users/@me");
  });

  test("finds the API's address in a well-known document of the domain", async () => {
    const [document] = editions().flatMap(({ discovery }) => discovery ?? []);
    const instance = await scriptedInstance({ "GET /gateway": [200, {}] });
    for (const api of [{ baseUrl: instance.apiUrl }, instance.apiUrl]) {
      const domain = await scriptedInstance({ [`GET ${document}`]: [200, { api }] });
      const { url: found, steps, states } = await trial(domain.origin);
      expect([found, states]).toEqual([instance.apiUrl, "done done skipped skipped"]);
      expect(steps[0]?.text).toContain(`names ${instance.apiUrl}`);
    }
  });

  test.each(["ws://chat.example.org", "https://ada@chat.example.org/api"])(
    "tries the usual addresses if the domain publishes %s, which is no address of an API",
    async (baseUrl) => {
      const [document] = editions().flatMap(({ discovery }) => discovery ?? []);
      const domain = await scriptedInstance({
        [`GET ${document}`]: [200, { api: { baseUrl } }],
        "GET /gateway": [200, {}],
      });
      expect((await trial(domain.origin)).states).toBe("skipped done skipped skipped");
    },
  );

  test("tries the usual addresses if the domain publishes none", async () => {
    const instance = await scriptedInstance({ "GET /gateway": [200, {}] });
    const { url: found, steps, states } = await trial(`${instance.origin}/`);
    expect([found, states]).toEqual([`${instance.origin}/api`, "skipped done skipped skipped"]);
    expect(steps[0]?.text).toContain("does not name an address");
  });

  test("fails if no instance API answers", async () => {
    for (const answer of [
      [500, {}],
      [200, "<html>"],
      [200, "null"],
    ] as [number, unknown][]) {
      const instance = await scriptedInstance({ "GET /gateway": answer, "GET /ping": answer });
      const { url: found, steps, states } = await trial(instance.apiUrl);
      expect([found, states]).toEqual([null, "skipped failed"]);
      expect(steps.at(-1)?.text).toContain(`No instance API answers at ${instance.apiUrl}.`);
    }
    const { states } = await trial("http://127.0.0.1:9");
    expect(states).toBe("skipped failed");
    expect(await panel.ask("tryConnection", { body: { address: "https://a b" } })).toMatchObject({
      status: 422,
    });
  });

  test("uses the stored token only at the address that it was entered for", async () => {
    const instance = await scriptedInstance({ "GET /gateway": [200, {}], "GET /users/@me": [200, me] });
    panel.connect(instance.apiUrl, "stored-token");
    expect((await trial(instance.apiUrl)).states).toBe("skipped done skipped done");
    panel.connect("https://chat.example.org/api", "stored-token");
    expect((await trial(instance.apiUrl)).states).toBe("skipped done skipped skipped");
  });

  test("uses the API version in the file", async () => {
    await panel.write({ ...here, api: { defaultVersion: "8" } });
    const instance = await scriptedInstance({ "GET /gateway": [200, {}] });
    expect((await trial(instance.apiUrl)).url).toBe(instance.apiUrl);
    expect((await configFile().settings()).get("api.defaultVersion")).toBe("8");
  });
});
