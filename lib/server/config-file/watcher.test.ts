import { byOperator } from "@/lib/shared/author";
import { createHash } from "node:crypto";
import { readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe as suite, expect, onTestFinished, test } from "vitest";
import { outsideAuthor } from "@/lib/shared/author";
import type { ConfigEvent } from "@/lib/shared/contract/history";
import { saveOperations } from "./save-operations";
import { type OpenFile, readAndRecord } from "./open-file";
import { describe } from "./describe";
import { Watcher } from "./watcher";
import { listVersions } from "./history";
import { testFile } from "@/testing/config-file/test-file";
import { revert } from "./revert";
import { dismissUndone, undoneValues } from "./undone";

const set = (path: string, value: unknown) => ({ op: "set" as const, path, value });
const save = async (config: OpenFile, ...operations: ReturnType<typeof set>[]) =>
  saveOperations(config, {
    baseEtag: (await readAndRecord(config)).etag,
    author: byOperator("ada"),
    operations,
  });

/** An hour between two polls, so that only the tests decide when the file is checked. */
const never = 3_600_000;

async function watched(
  config: OpenFile,
  every = never,
  ...others: Parameters<Watcher["subscribe"]>[0][]
): Promise<{ watcher: Watcher; events: ConfigEvent[] }> {
  const events: ConfigEvent[] = [];
  const watcher = new Watcher(config);
  for (const listener of [...others, (event: ConfigEvent) => void events.push(event)])
    watcher.subscribe(listener);
  onTestFinished(watcher.start(every));
  await watcher.check();
  return { watcher, events };
}

suite("a save with an unconfirmed version", () => {
  const pendingSave = async () => {
    const { config, write } = await testFile();
    write("{}");
    const { watcher, events } = await watched(config);
    const bytes = Buffer.from('{"limits": {"user": {"maxBio": 2}}}');
    const etag = createHash("sha256").update(bytes).digest("hex");
    const version = { etag, bytes, author: byOperator("ada"), note: null, state: "pending" as const };
    const id = await config.records.insert(version);
    write(bytes);
    await watcher.check();
    expect(events).toEqual([]);
    return { config, watcher, events, etag, id };
  };

  test("is reported after the version is confirmed", async () => {
    const { config, watcher, events, etag, id } = await pendingSave();
    await config.records.confirm(id);
    await watcher.check();
    expect(events).toMatchObject([{ etag, author: "ada" }]);
    expect((await config.records.newest())?.id).toBe(id);
  });

  test("is reported at the next check at the latest", async () => {
    const { watcher, events, etag } = await pendingSave();
    await watcher.check();
    expect(events).toMatchObject([{ etag, author: "ada" }]);
  });
});

suite("changes to the file", () => {
  test("are reported and recorded even if the file's size and time stay the same", async () => {
    const { config, write } = await testFile();
    write('{"limits": {"user": {"maxBio": 1}}}');
    const { watcher, events } = await watched(config);
    const { atime, mtime } = statSync(config.path);
    writeFileSync(config.path, '{"limits": {"user": {"maxBio": 2}}}');
    utimesSync(config.path, atime, mtime);
    await watcher.check();
    expect(events).toEqual([
      {
        etag: (await readAndRecord(config)).etag,
        state: "usable",
        author: outsideAuthor.name,
        authorKind: "outside",
        changed: ["limits.user.maxBio"],
        undone: [],
      },
    ]);
    expect((await listVersions(config, { limit: 9 })).total).toBe(2);
  });

  test("are reported to listeners even if no check is requested", async () => {
    const { config, write } = await testFile();
    write("{}");
    const { watcher } = await watched(config, 200);
    const event = new Promise<ConfigEvent>((resolve) => watcher.subscribe(resolve));
    write('{"general": {"instanceName": "X"}}');
    expect((await event).changed).toEqual(["general.instanceName"]);
  });

  test("are not reported if the file is empty only for a moment", async () => {
    const { config, write } = await testFile();
    write("{}");
    const { watcher, events } = await watched(config);
    write("");
    await watcher.check();
    expect(events).toEqual([]);
    write('{"general": {}}');
    await watcher.check();
    expect(events.map(({ state }) => state)).toEqual(["usable"]);
    rmSync(config.path);
    await watcher.check();
    await watcher.check();
    await watcher.check();
    expect(events.map(({ state }) => state)).toEqual(["usable", "missing"]);
  });

  test("are reported with the operator's name, and only to subscribed listeners", async () => {
    const { config, write } = await testFile();
    write("{}");
    const { watcher, events } = await watched(config);
    const left: ConfigEvent[] = [];
    const leave = watcher.subscribe((event) => left.push(event));
    leave();
    await save(config, set("general.instanceName", "X"));
    await watcher.check();
    expect(events).toEqual([expect.objectContaining({ author: "ada", changed: ["general.instanceName"] })]);
    expect(left).toEqual([]);
  });
});

test("if a listener throws, all other listeners are still called", async () => {
  const { config, write } = await testFile();
  write("{}");
  const { watcher, events } = await watched(config, never, () => {
    throw new Error("the page is gone");
  });
  write('{"general": {}}');
  await Promise.all([watcher.check(), watcher.check(), watcher.check()]);
  expect(events).toHaveLength(1);
});

suite("a rewrite by the instance", () => {
  const start = '{"general": {"instanceName": "A"}, "limits": {"user": {"maxBio": 190}}}';
  /** The text that an instance writes from memory: the values that it loaded at startup, with all defaults. */
  const fromMemory = JSON.stringify(
    {
      general: { instanceName: "A", image: null },
      limits: { user: { maxBio: 190, maxFriends: 5000 } },
      email: { smtp: { password: null } },
    },
    null,
    4,
  );

  test("is reported at each setting whose value it overwrites", async () => {
    const { config, write } = await testFile();
    write(start);
    await save(config, set("general.instanceName", "B"), set("email.smtp.password", "very-secret"));
    await save(config, set("general.instanceName", "C"), set("limits.user.maxBio", 200));
    const { watcher, events } = await watched(config);
    write(fromMemory);
    await watcher.check();
    expect(events[0]?.undone.toSorted()).toEqual([
      "email.smtp.password",
      "general.instanceName",
      "limits.user.maxBio",
    ]);

    const undone = await undoneValues(config);
    expect(JSON.stringify(undone)).not.toContain("very-secret");
    expect(undone.find(({ path }) => path === "general.instanceName")).toMatchObject({
      saved: "C",
      now: "A",
      author: "ada",
      revision: 3,
    });
    const current = await readAndRecord(config);
    const { problems } = await describe(config, current);
    const problem = problems.find(({ path }) => path === "limits.user.maxBio");
    expect(problem).toMatchObject({
      severity: "warning",
      message: expect.stringMatching(/undone when another program rewrote/),
    });
    expect(problem?.fix).toMatchObject({ operations: [set("limits.user.maxBio", 200)] });
    expect(JSON.stringify(problems)).not.toContain("very-secret");

    const { version } = await revert(config, {
      to: { undone: true },
      baseEtag: current.etag,
      author: byOperator("bob"),
    });
    expect(JSON.parse(version!.text)).toMatchObject({
      general: { instanceName: "C" },
      limits: { user: { maxBio: 200 } },
      email: { smtp: { password: "very-secret" } },
    });
    expect(await undoneValues(config)).toEqual([]);
    await expect(
      revert(config, { to: { undone: true }, baseEtag: version!.etag, author: byOperator("bob") }),
    ).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("is not reported if it contains only saved values or new values", async () => {
    const { config, write, read } = await testFile();
    write(start);
    await save(config, set("general.instanceName", "B"));
    write(JSON.stringify(JSON.parse(read()), null, 4));
    await readAndRecord(config);
    expect(await undoneValues(config)).toEqual([]);
    write(start.replace('"A"', '"By hand"'));
    await readAndRecord(config);
    expect(await undoneValues(config)).toEqual([]);
  });

  test("is not reported again after an operator has dismissed it", async () => {
    const { config, write } = await testFile();
    write(start);
    await save(config, set("limits.user.maxBio", 200));
    write(fromMemory);
    await readAndRecord(config);
    expect(await undoneValues(config)).toHaveLength(1);
    await dismissUndone(config);
    expect(await undoneValues(config)).toEqual([]);
    await save(config, set("limits.user.maxBio", 201));
    write(fromMemory);
    await readAndRecord(config);
    expect(await undoneValues(config)).toHaveLength(1);
  });
});

suite("a watcher", () => {
  /** A watcher without polls and events, so that only the test decides when the file is checked. */
  async function unstarted(config: OpenFile) {
    const events: ConfigEvent[] = [];
    const watcher = new Watcher(config);
    watcher.subscribe((event) => events.push(event));
    await watcher.check();
    return { watcher, events };
  }

  test("reports a change before the next poll, and nothing after it has stopped", async () => {
    const { config, write } = await testFile();
    write("{}");
    const [stopped, running] = [new Watcher(config), new Watcher(config)];
    const [silent, events]: [ConfigEvent[], ConfigEvent[]] = [[], []];
    stopped.subscribe((event) => silent.push(event));
    const stop = stopped.start(never);
    await stopped.check();
    onTestFinished(running.start(never));
    await running.check();
    stop();
    for (const maxBio of [1, 2]) {
      const event = new Promise<ConfigEvent>((resolve) => {
        const leave = running.subscribe((one) => (leave(), resolve(one)));
      });
      write(JSON.stringify({ limits: { user: { maxBio } } }));
      events.push(await event);
    }
    expect(events.map(({ changed }) => changed)).toEqual([["limits.user.maxBio"], ["limits.user.maxBio"]]);
    expect(silent).toEqual([]);
  });

  test("polls, and so finds a change behind a symbolic link", async () => {
    const { config, folder, dataDir } = await testFile();
    const [link, target] = [config.path, join(dataDir, "target.json")];
    writeFileSync(target, "{}");
    symlinkSync(target, link);
    const { watcher } = await watched(config, 20);
    const event = new Promise<ConfigEvent>((resolve) => watcher.subscribe(resolve));
    writeFileSync(target, '{"odd": 1}');
    expect((await event).changed).toEqual(["odd"]);
    expect(readdirSync(folder)).toContain("config.json");
  });

  test("is idle when its check has ended", async () => {
    const { config, write } = await testFile();
    write("{}");
    const { watcher, events } = await unstarted(config);
    write('{"odd": 1}');
    void watcher.check();
    await watcher.idle();
    expect(events).toHaveLength(1);
  });

  test("compares a repaired file with its last valid content", async () => {
    const { config, write } = await testFile();
    write("{");
    const { watcher, events } = await unstarted(config);
    await watcher.check();
    for (const content of ['{"odd": 1}', '{"odd": 2', '{"odd": 2, "even": 0}']) {
      write(content);
      await watcher.check();
      await watcher.check();
    }
    expect(events.map(({ state, changed }) => [state, changed])).toEqual([
      ["usable", []],
      ["broken", []],
      ["usable", ["odd", "even"]],
    ]);
  });

  test("reports a saved version at once, even if another save has begun", async () => {
    const { config, write } = await testFile();
    write("{}");
    const { watcher, events } = await unstarted(config);
    await save(config, set("limits.user.maxBio", 7));
    const bytes = Buffer.from('{"next": 1}');
    const version = { etag: "0".repeat(64), bytes, author: byOperator("bob"), note: null };
    await config.records.insert({ ...version, state: "pending" });
    await watcher.check();
    expect(events).toMatchObject([{ author: "ada" }]);
  });

  test("reports a change at once while the database is unavailable, without an author", async () => {
    const { config, write } = await testFile();
    write("{}");
    const { watcher, events } = await unstarted(config);
    await config.db.destroy();
    write('{"odd": 1}');
    await watcher.check();
    expect(events).toMatchObject([{ author: null, authorKind: null, changed: ["odd"], undone: [] }]);
  });

  test("does not report a list that the instance extended as undone", async () => {
    const { config, write } = await testFile();
    const text = (...blockedEquals: string[]) => JSON.stringify({ user: { blockedEquals } });
    write(text("everyone", "here"));
    await save(config, set("user.blockedEquals", ["me"]));
    const { watcher, events } = await unstarted(config);
    write(text("me", "here"));
    await watcher.check();
    expect(events).toMatchObject([{ changed: ["user.blockedEquals"], undone: [] }]);
    expect(await undoneValues(config)).toMatchObject([{ path: "user.blockedEquals" }]);
  });
});
