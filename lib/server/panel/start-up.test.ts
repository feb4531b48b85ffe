import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { closeRooms, configFile, db, operators, panelSettings, theRooms } from "@/testing/rooms";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { panelProcess } from "@/testing/panel-process";
import { readEnv } from "@/lib/env";
import { startCore } from "@/lib/server/core";
import { ownUrls } from "./start-up";
import { listAudit } from "@/lib/server/audit";
import { byOperator } from "@/lib/shared/author";
import { scriptedInstance } from "@/testing/scripted-instance";

/* Each test starts the panel in an empty data folder. */

const panel = panelProcess();
const password = "lantern on the pier";
let printed = "";
beforeEach(() => {
  printed = "";
  // Startup sets timers that would keep running during later test files.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  // Startup sets both variables for next-auth. As stubs, they are restored after the test.
  vi.stubEnv("NEXTAUTH_URL", "").stubEnv("NEXTAUTH_SECRET", "a secret of more than thirty-two bytes");
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const startUp = async () => theRooms().panel.startUp.run();
const setupToken = () => /\/setup\?token=([\w-]+)/.exec(printed)?.[1] ?? "";

describe("startup", () => {
  test("creates all missing files and prints the setup link", async () => {
    const dataDir = join(panel.dataDir, "new", "folder");
    await panel.restart({ DATA_DIR: dataDir });
    expect(theRooms().panel.startUp.isMigrated()).toBe(false);
    await startUp();
    expect(theRooms().panel.startUp.isMigrated()).toBe(true);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(existsSync(join(dataDir, "instance.db"))).toBe(true);
    expect(JSON.parse((await configFile().read()).rawText().text)).toHaveProperty("security");
    expect(printed).toMatch(/^\nInstance Admin {3}http:\/\/localhost:3000\n/);
    expect(printed).toContain(`Configuration    ${panel.configPath}\n`);
    expect(printed).toMatch(/Setup link {7}http:\/\/localhost:3000\/setup\?token=[\w-]{32}\n/);
    expect(printed).toContain("creates the first operator, works once, and expires in an hour");
    expect(printed).not.toMatch(/History|Instance {9}|elsewhere/);
    expect(process.env).toMatchObject({ NEXTAUTH_URL: "http://localhost:3000" });
  });

  test("prints no setup link if an operator exists", async () => {
    await panel.restart({ OPERATOR_USERNAME: "keeper", OPERATOR_PASSWORD: password });
    await startUp();
    expect(printed).not.toContain("Setup link");
    expect(await operators().listOperators()).toMatchObject([{ username: "keeper", role: "owner" }]);
    const [entry] = await listAudit(db(), { action: "operator.create" });
    expect(entry).toMatchObject({ target: "keeper", actorKind: "panel", outcome: "done" });
    await panel.restart({ OPERATOR_USERNAME: "other" });
    await startUp();
    expect((await operators().listOperators()).map(({ username }) => username)).toEqual(["keeper"]);
  });

  test("prints every address if the panel listens on all networks", async () => {
    await panel.restart({ HOST: "0.0.0.0", PORT: "4321" });
    await startUp();
    const urls = [...printed.matchAll(/(http:\/\/[\d.]+:4321)\n/g)].map(([, url]) => url);
    const links = [...printed.matchAll(/elsewhere {6}(\S+)\/setup\?token=([\w-]+)/g)];
    expect(links.map(([, url]) => url)).toEqual(urls);
    for (const [, , token] of links) expect(token).toBe(setupToken());
  });

  test("prints the number of problems in the configuration file", async () => {
    writeFileSync(panel.configPath, "{ broken");
    await startUp();
    expect(printed).toContain(
      `${panel.configPath} (broken: the panel does not overwrite it, and shows the problem)`,
    );
    const wrong = (values: object) => writeFileSync(panel.configPath, JSON.stringify(values));
    for (const [values, words] of [
      [{ general: { instanceName: 3 } }, "(1 problem)"],
      [{ general: { instanceName: 3, instanceDescription: 4 } }, "(2 problems)"],
    ] as const) {
      printed = "";
      wrong(values);
      await panel.restart();
      await startUp();
      expect(printed).toContain(`${panel.configPath} ${words}\n`);
    }
  });

  test("prints the address of the running instance", async () => {
    await panel.restart({ INSTANCE_API_URL: "http://127.0.0.1:9/api" });
    await startUp();
    expect(printed).toContain("Instance         http://127.0.0.1:9/api\n");
    expect(await db().selectFrom("users").selectAll().execute()).toEqual([]);
  });

  test("continues the history of a file that was moved", async () => {
    writeFileSync(panel.configPath, JSON.stringify({ general: { instanceName: "Harbor" } }));
    await startUp();
    const moved = join(panel.dataDir, "moved.json");
    const { text } = (await configFile().read()).rawText();
    printed = "";
    writeFileSync(moved, text);
    rmSync(panel.configPath);
    await panel.restart({ CONFIG_PATH: moved });
    await startUp();
    expect(printed).toContain(`History          continued from ${panel.configPath}\n`);
  });

  test("fails with advice if the data folder or the database cannot be used", async () => {
    const file = join(panel.dataDir, "file");
    writeFileSync(file, "");
    await panel.restart({ DATA_DIR: file });
    await expect(startUp()).rejects.toThrow(`The data folder ${file} is not writable. Make it writable`);
    const folder = join(panel.dataDir, "data");
    mkdirSync(folder);
    writeFileSync(
      join(folder, "instance.db"),
      "not a database, but a text that is long enough to be read as one".repeat(99),
    );
    await panel.restart({ DATA_DIR: folder });
    await expect(startUp()).rejects.toThrow(
      /^Could not open the database in .+Check that it is reachable and writable\.$/,
    );
  });

  test("lets an operator choose the mode if the file belongs to another server", async () => {
    writeFileSync(panel.configPath, JSON.stringify({ api: { endpointPublic: "https://chat.example.org" } }));
    await startUp();
    expect(panelSettings().isModeOpen).toBe(true);
    expect((await configFile().read()).rawText().text).not.toContain("jwtSecret");
  });

  test("opens a database that shutdown closes", async () => {
    await startUp();
    await closeRooms();
    await expect(db().selectFrom("operators").selectAll().execute()).rejects.toThrow();
  });

  test("sets only timers that shutdown stops", async () => {
    await panel.restart({ WATCH_INTERVAL: "60", NOTIFY_URL: "http://127.0.0.1:1/" });
    await startUp();
    await Promise.all([
      theRooms().panel.startUp.beginMonitoring(),
      theRooms().panel.startUp.beginVerifying(),
    ]);
    // Creating the first user reserves ids, which also starts a timer.
    await theRooms().panel.firstRun.completeSetup(setupToken(), {
      username: "mara",
      password,
      guildName: "Harbor",
    });
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await closeRooms();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("leaves no timers behind if a shutdown interrupts it", async () => {
    await panel.restart({ WATCH_INTERVAL: "60", NOTIFY_URL: "http://127.0.0.1:1/" });
    await startUp();
    const starting = [theRooms().panel.startUp.beginMonitoring(), theRooms().panel.startUp.beginVerifying()];
    await closeRooms();
    await Promise.all(starting);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("continues even if monitoring fails", async () => {
    await panel.restart({ WATCH_INTERVAL: "0" });
    await startUp();
    await theRooms().panel.startUp.beginMonitoring();
    await closeRooms();
    await expect(theRooms().panel.startUp.beginMonitoring()).resolves.toBeUndefined();
  });
});

describe("the start after a restore", () => {
  test("signs everyone out, and drops waiting notifications and applies, even if an earlier start failed", async () => {
    await panel.restart({ OPERATOR_USERNAME: "keeper", OPERATOR_PASSWORD: password });
    await startUp();
    const operator_id = (await operators().listOperators())[0]!.id;
    const session = { id: "s", operator_id, sessions_valid_since: 0, address: "", proved_at: 1 };
    await db()
      .insertInto("sessions")
      .values({ ...session, user_agent: "", created_at: 1, last_seen_at: 1, account: null })
      .execute();
    const step = { state: "checking-in", at: 1, endedAt: null, isOk: true, note: null, checks: [] };
    await db()
      .insertInto("applies")
      .values({
        ...{
          file_id: await configFile().id(),
          etag: "e",
          actor: "keeper",
          way: "command",
          state: step.state,
        },
        ...{ checks: "[]", steps: JSON.stringify([step]), output: "", taken_back: "[]" },
        ...{ lease_until: 0, created_at: 1, deadline: 1 },
      })
      .execute();
    const plan = {
      at: Date.now() + 60_000,
      actor: "keeper",
      planner: "operator 1",
      role: "owner",
      etag: "e",
    };
    await db()
      .insertInto("planned_applies")
      .values({ file_id: await configFile().id(), ...plan, created_at: 1 })
      .execute();
    const sent = {
      channel: "webhook",
      at: Date.now(),
      event: "down",
      body: "{}",
      tries: 0,
      next_at: Date.now(),
    };
    await db()
      .insertInto("notifications")
      .values({ file_id: await configFile().id(), ...sent })
      .execute();
    await closeRooms();
    const stored = join(panel.dataDir, "last-restore.json");
    const restore = {
      folder: "/backups/first",
      backupAt: 1,
      by: "keeper",
      withConfig: true,
      before: "/removed",
    };
    writeFileSync(stored, JSON.stringify({ ...restore, at: 2, problem: null, isFinished: false }));

    const core = await startCore(readEnv());
    await core.stop();
    await panel.restart();
    expect(await db().selectFrom("sessions").select("id").execute()).toEqual([]);
    expect(await listAudit(db(), { action: "backup.restored" })).toMatchObject([
      { actor: "keeper", target: "first" },
    ]);
    const [apply] = await db().selectFrom("applies").selectAll().execute();
    expect(apply).toMatchObject({
      state: "failed",
      reason: "A backup was restored that was made during this apply.",
    });
    expect(await db().selectFrom("planned_applies").select("at").execute()).toEqual([]);
    expect(await db().selectFrom("notifications").select("event").execute()).toEqual([]);
    expect(JSON.parse(apply!.steps)).toMatchObject([{ isOk: false, endedAt: apply!.ended_at }]);
    expect(await db().selectFrom("backups").select("folder").execute()).toEqual([]);
    expect(JSON.parse(readFileSync(stored, "utf8"))).toMatchObject({ isFinished: true });
  });
});

describe("the first operator", () => {
  const first = { username: "mara", password, guildName: "Harbor" };

  test("can be created only once with the setup link", async () => {
    await startUp();
    const token = setupToken();
    await expect(theRooms().panel.firstRun.completeSetup("wrong", first)).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("no longer valid"),
    });
    expect(await listAudit(db(), { action: "setup.failed" })).toMatchObject([{ actorKind: "unproven" }]);
    const operator = await theRooms().panel.firstRun.completeSetup(token, first);
    expect(operator).toMatchObject({ username: "mara", role: "owner", userId: expect.any(String) });
    expect(await db().selectFrom("guilds").select(["name", "owner_id"]).execute()).toEqual([
      { name: "Harbor", owner_id: operator.userId },
    ]);
    const [entry] = await listAudit(db(), { action: "operator.create" });
    expect(entry).toMatchObject({ target: "mara", actor: "mara", outcome: "done" });
    await expect(theRooms().panel.firstRun.completeSetup(token, first)).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(
      theRooms().panel.firstRun.createFirstOperator(first, byOperator("bo")),
    ).rejects.toMatchObject({ code: "conflict" });
    expect(await operators().countOperators()).toBe(1);
  });

  test("cannot be created if the link has expired", async () => {
    await startUp();
    const row = await db().selectFrom("meta").selectAll().where("value", "like", "% 1%").execute();
    const [setup] = row.filter(({ key }) => key.includes("setup"));
    await db()
      .updateTable("meta")
      .set({ value: setup!.value.replace(/ \d+$/, " 1") })
      .where("key", "=", setup!.key)
      .execute();
    await expect(theRooms().panel.firstRun.completeSetup(setupToken(), first)).rejects.toMatchObject({
      message: expect.stringContaining("expired"),
    });
  });

  test("gets no local user if a running instance is chosen", async () => {
    await startUp();
    const url = "http://127.0.0.1:9/api";
    const connection = { mode: "connected" as const, url };
    const operator = await theRooms().panel.firstRun.completeSetup(setupToken(), {
      username: "mara",
      password,
      connection,
    });
    expect(operator.userId).toBeNull();
    expect(panelSettings().instanceApiUrl).toBe(url);
    expect(await db().selectFrom("users").selectAll().execute()).toEqual([]);
  });

  test("puts the panel in standalone mode if nothing is chosen", async () => {
    writeFileSync(panel.configPath, JSON.stringify({ api: { endpointPublic: "https://chat.example.org" } }));
    await startUp();
    await theRooms().panel.firstRun.completeSetup(setupToken(), first);
    expect(panelSettings()).toMatchObject({ isModeOpen: false, instanceApiUrl: undefined });
    expect(await listAudit(db(), { action: "instance.connection" })).toMatchObject([
      { target: "this panel" },
    ]);
  });

  test("cannot override INSTANCE_API_URL by choosing standalone mode", async () => {
    await panel.restart({ INSTANCE_API_URL: "http://127.0.0.1:9/api" });
    await startUp();
    await theRooms().panel.firstRun.completeSetup(setupToken(), {
      username: "mara",
      password,
      connection: { mode: "standalone" },
    });
    expect(panelSettings().instanceApiUrl).toBe("http://127.0.0.1:9/api");
    expect(await listAudit(db(), { action: "instance.connection" })).toEqual([]);
  });

  test("can use the setup link to test the connection to an instance", async () => {
    const instance = await scriptedInstance({ "GET /gateway": [200, {}] });
    await startUp();
    await expect(
      theRooms().panel.firstRun.tryConnection("wrong", instance.apiUrl, undefined),
    ).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(instance.asked).toEqual([]);
    expect(
      await theRooms().panel.firstRun.tryConnection(setupToken(), instance.apiUrl, "typed"),
    ).toMatchObject({
      url: instance.apiUrl,
    });
    expect(instance.asked.at(-1)).toMatchObject({ token: "typed" });
  });

  test("is not created if the guild is refused", async () => {
    await startUp();
    const guildName = "\u0000";
    await expect(
      theRooms().panel.firstRun.createFirstOperator({ ...first, guildName }, byOperator("mara")),
    ).rejects.toThrow();
    expect(await operators().countOperators()).toBe(0);
    expect(await db().selectFrom("users").selectAll().execute()).toEqual([]);
    expect(await listAudit(db(), { action: "operator.create", outcome: "done" })).toEqual([]);
  });

  test("is created only once if two replicas start together", async () => {
    await startUp();
    const operator = { operatorUsername: "keeper", operatorPassword: password };
    await Promise.all([
      theRooms().panel.firstRun.createOperatorFromEnvironment(operator),
      theRooms().panel.firstRun.createOperatorFromEnvironment(operator),
    ]);
    expect(await operators().countOperators()).toBe(1);
    await theRooms().panel.firstRun.createOperatorFromEnvironment({
      operatorUsername: undefined,
      operatorPassword: undefined,
    });
    await expect(
      theRooms().panel.firstRun.createOperatorFromEnvironment({
        operatorUsername: "keeper",
        operatorPassword: undefined,
      }),
    ).rejects.toThrow("Set both");
  });

  test("is refused if OPERATOR_USERNAME is too long for the instance", async () => {
    writeFileSync(panel.configPath, JSON.stringify({ limits: { user: { maxUsername: 3 } } }));
    await startUp();
    const operator = { operatorUsername: "keeper", operatorPassword: password };
    await expect(theRooms().panel.firstRun.createOperatorFromEnvironment(operator)).rejects.toThrow(
      /^OPERATOR_USERNAME: .+ 3 /,
    );
  });
});

describe("the form for the first operator", () => {
  test("requires a guild name only in standalone mode", async () => {
    await startUp();
    const both = { username: "mara", password };
    expect(theRooms().panel.firstRun.parse({ ...both, guildName: "  Harbor " })).toMatchObject({
      guildName: "Harbor",
    });
    expect(() => theRooms().panel.firstRun.parse(both)).toThrow("Enter a name for the guild.");
    expect(() => theRooms().panel.firstRun.parse({ ...both, guildName: "x" })).toThrow("at least 2");
    expect(() => theRooms().panel.firstRun.parse({ ...both, guildName: "x".repeat(101) })).toThrow(
      "at most 100",
    );
    expect(() => theRooms().panel.firstRun.parse({ ...both, guildName: " ".repeat(801) })).toThrow(
      "at most 100",
    );
    expect(theRooms().panel.firstRun.parse({ ...both, guildName: "x".repeat(100) })).toBeTruthy();
    const connection = { mode: "connected", url: "https://chat.example.org" };
    expect(theRooms().panel.firstRun.parse({ ...both, connection })).toEqual({ ...both, connection });
    expect(() => theRooms().panel.firstRun.parse({ ...both, connection: { mode: "standalone" } })).toThrow(
      "Enter a name for the guild.",
    );
    expect(() =>
      theRooms().panel.firstRun.parse({ ...both, guildName: "Harbor", connection: { mode: "other" } }),
    ).toThrow();
    expect(() => theRooms().panel.firstRun.parse("no form")).toThrow();
  });

  test("requires no guild if INSTANCE_API_URL is set", async () => {
    await panel.restart({ INSTANCE_API_URL: "http://127.0.0.1:9/api" });
    expect(theRooms().panel.firstRun.parse({ username: "mara", password })).toEqual({
      username: "mara",
      password,
    });
  });
});

const urls = (host: string, configured?: string) =>
  ownUrls(
    {
      host,
      port: 3000,
      publicUrl: configured ?? "http://localhost:3000",
      isAddressKnown: configured !== undefined,
    },
    () => ["192.168.1.5", "10.0.0.7"],
  );

it.each(["127.0.0.1", "::1", "localhost", "127.0.0.53"])(
  "a panel that listens on %s is reachable only from its machine",
  (host) => {
    expect(urls(host)).toEqual(["http://localhost:3000"]);
  },
);

it.each(["0.0.0.0", "::", "[::]"])(
  "a panel that listens on %s is also reachable at the machine's addresses",
  (host) => {
    expect(urls(host)).toEqual(["http://localhost:3000", "http://192.168.1.5:3000", "http://10.0.0.7:3000"]);
  },
);

it.each([
  ["192.168.1.5", "http://192.168.1.5:3000"],
  ["fd00::5", "http://[fd00::5]:3000"],
  ["panel.lan", "http://panel.lan:3000"],
])("a panel that listens only on %s is not reachable at localhost", (host, url) =>
  expect(urls(host)).toEqual([url]),
);

it("if an address is configured, only this address is listed", () => {
  expect(urls("0.0.0.0", "https://panel.example.org")).toEqual(["https://panel.example.org"]);
});
