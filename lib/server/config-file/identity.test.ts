import { byOperator } from "@/lib/shared/author";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { listAudit } from "@/lib/server/audit";
import { openSqlite } from "@/lib/server/db";
import { sql } from "kysely";
import { onPostgres } from "@/testing/test-database";
import { testFile } from "@/testing/config-file/test-file";
import { describe as describeFile } from "./describe";
import { saveOperations } from "./save-operations";
import { type OpenFile, readAndRecord } from "./open-file";
import { chooseHistory, listHistories } from "./histories";
import { type Candidate, decide, isAnotherFile } from "./identity";
import { undoneValues } from "./undone";

async function saveTimes(config: OpenFile, times: number): Promise<void> {
  for (let nth = 0; nth < times; nth += 1) {
    const { etag } = await readAndRecord(config);
    const value = `Harbor ${nth} of ${config.path}`;
    const operations = [{ op: "set" as const, path: "general.instanceName", value }];
    await saveOperations(config, { baseEtag: etag, operations, author: byOperator("ada") });
  }
}

const count = async (config: OpenFile): Promise<number> => {
  await readAndRecord(config);
  return (await config.records.find({ limit: 100 })).length;
};

/** Creates a file with four versions in its history. `other` is a path in a new subfolder. */
async function fileWithHistory() {
  const file = await testFile();
  file.write('{ "general": {} }\n');
  await saveTimes(file.config, 3);
  const other = join(file.folder, "elsewhere", "instance.json");
  mkdirSync(join(file.folder, "elsewhere"));
  return { ...file, other, atOther: () => file.again({ path: other }) };
}

test("a moved file continues its history", async () => {
  const { config, other, atOther } = await fileWithHistory();
  renameSync(config.path, other);
  const moved = atOther();
  expect(await count(moved)).toBe(4);
  expect(await moved.identity.id()).toBe(await config.identity.id());
  expect(await listHistories(moved)).toMatchObject({
    basis: "content",
    histories: [{ isCurrent: true, paths: [other, config.path], versions: 4, hasContent: true }],
  });
});

test("a moved and edited file continues its history if the database contains no other history", async () => {
  const { config, other, atOther } = await fileWithHistory();
  renameSync(config.path, other);
  writeFileSync(other, '{ "general": { "instanceName": "By hand" } }\n');
  expect(await count(atOther())).toBe(5);
  expect(await listHistories(atOther())).toMatchObject({ basis: "only" });
});

test("a moved file continues its history even if it is missing or broken at its new path", async () => {
  const { config, other, atOther } = await fileWithHistory();
  renameSync(config.path, `${config.path}.away`);
  expect(await count(atOther())).toBe(4);
  writeFileSync(other, "{");
  expect(await count(atOther())).toBe(4);
});

test("a symbolic link to the file continues the file's history", async () => {
  const { config, other, atOther } = await fileWithHistory();
  symlinkSync(config.path, other);
  expect(await count(atOther())).toBe(4);
});

test("a copy starts a new history, but an operator can choose the original's history", async () => {
  const { config, other, atOther } = await fileWithHistory();
  copyFileSync(config.path, other);
  const copy = atOther();
  expect(await count(copy)).toBe(1);
  await saveTimes(copy, 1);
  expect(await count(config)).toBe(4);
  const isCopy = async (file: OpenFile) =>
    (await describeFile(file, await readAndRecord(file))).problems.some(({ message }) =>
      message.includes("this file began a new history"),
    );
  expect([await isCopy(config), await isCopy(copy)]).toEqual([false, true]);
  const { basis, histories } = await listHistories(copy);
  expect(basis).toBe("copy");
  expect(histories.map(({ versions, isCurrent }) => [versions, isCurrent])).toEqual([
    [2, true],
    [4, false],
  ]);

  const original = await config.identity.id();
  await chooseHistory(copy, original);
  expect(await copy.identity.id()).toBe(original);
  expect(await listHistories(copy)).toMatchObject({
    basis: "chosen",
    // The two versions of the copy are added to the four of the original.
    histories: [{ id: original, paths: [other], versions: 6 }],
  });
  // The path of the original no longer belongs to this history.
  config.identity.forget();
  expect(await config.identity.id()).not.toBe(original);
  expect(await count(config)).toBe(1);
});

test("choosing the current history loses nothing", async () => {
  const { config } = await fileWithHistory();
  const id = await config.identity.id();
  await chooseHistory(config, id);
  expect(await config.identity.id()).toBe(id);
  expect(await count(config)).toBe(4);
});

test("each history is listed with its paths, its newest version, and whether it has the file's content", async () => {
  const { config, other, atOther } = await fileWithHistory();
  writeFileSync(other, "{}");
  const copy = atOther();
  await saveTimes(copy, 1);
  await config.db.updateTable("config_revisions").set({ created_at: 1_000 }).where("id", "=", 1).execute();
  const [newest] = await config.records.find({ limit: 1 });
  const { histories } = await listHistories(config);
  expect(histories).toMatchObject([
    { paths: [other], hasContent: false, versions: 2, isCurrent: false },
    { paths: [config.path], hasContent: true, versions: 4, isCurrent: true, newest: newest?.at },
  ]);
});

test("versions stay in a history that another path uses, and other histories keep their paths", async () => {
  const { config, folder, other, atOther, again } = await fileWithHistory();
  const first = await config.identity.id();
  symlinkSync(config.path, other);
  const link = atOther();
  expect(await link.identity.id()).toBe(first);
  const [one, two] = ["one", "two"].map((name) => again({ path: join(folder, `${name}.json`) }));
  for (const [index, file] of [one!, two!].entries()) {
    writeFileSync(file.path, `{ "mine": ${index} }`);
    await readAndRecord(file);
  }
  await chooseHistory(link, await one!.identity.id());
  expect(await count(config)).toBe(4);
  const paths = await config.db.selectFrom("config_paths").select(["path", "file_id"]).execute();
  expect(Object.fromEntries(paths.map(({ path, file_id }) => [path, file_id]))).toEqual({
    [config.path]: first,
    [other]: await link.identity.id(),
    [two!.path]: await two!.identity.id(),
  });
});

test("a history that is continued at a new path is recorded in the audit log", async () => {
  const { config, other, atOther } = await fileWithHistory();
  renameSync(config.path, other);
  await atOther().identity.id();
  expect(await listAudit(config.db, { limit: 10 })).toMatchObject([
    { action: "config.history", target: other, detail: { basis: "content", from: config.path } },
  ]);
});

test("a path of a restored database belongs to it from its first use", async () => {
  const { config } = await fileWithHistory();
  const idOf = async () =>
    (await config.db.selectFrom("config_paths").select("database_id").executeTakeFirstOrThrow()).database_id;
  const database = await idOf();
  await config.db.updateTable("config_paths").set({ database_id: "the original database" }).execute();
  config.identity.forget();
  await config.identity.id();
  expect(await idOf()).toBe(database);
});

test("an operator can start a new history and return to the previous one", async () => {
  const { config, other, atOther } = await fileWithHistory();
  renameSync(config.path, other);
  const moved = atOther();
  const first = await moved.identity.id();
  expect(await count(moved)).toBe(4);
  await chooseHistory(moved, null);
  expect(await count(moved)).toBe(1);
  await chooseHistory(moved, first);
  expect(await count(moved)).toBe(5);
  await expect(chooseHistory(moved, 999)).rejects.toMatchObject({ code: "not-found" });
});

test("values that were undone before the history was chosen are found in it", async () => {
  const { config, write } = await testFile();
  const original = '{ "general": { "instanceName": "Harbor" } }\n';
  write(original);
  await saveTimes(config, 1);
  const first = await config.identity.id();
  await chooseHistory(config, null);
  write(original);
  await readAndRecord(config);
  expect(await undoneValues(config)).toEqual([]);
  await chooseHistory(config, first);
  expect(await undoneValues(config)).toMatchObject([{ path: "general.instanceName", now: "Harbor" }]);
});

test("proposals, hidden warnings, planned applies and deliveries move to the chosen history", async () => {
  const { config } = await fileWithHistory();
  const { db } = config;
  const first = await config.identity.id();
  const hide = (file_id: number, actor: string) =>
    db
      .insertInto("hidden_warnings")
      .values({ file_id, actor, key: "k", title: "t", reason: "r", at: 1, until: 2 })
      .execute();
  await hide(first, "ada");
  await chooseHistory(config, null);
  const file_id = await config.identity.id();
  await hide(file_id, "ben");
  const author = { author: "ben", author_kind: "operator", operator_id: null, at: 1 };
  const edits = { base: "x", paths: "[]", edits: "{}", changes: "[]", state: "open" as const, note: null };
  await db
    .insertInto("proposals")
    .values({ file_id, title: "t", ...author, ...edits })
    .execute();
  const plan = { at: 1, actor: "ben", planner: "1", role: "owner", etag: "x", created_at: 1 };
  await db
    .insertInto("planned_applies")
    .values({ file_id, ...plan })
    .execute();
  const delivery = { channel: "webhook", at: 1, events: "[]", tries: 1, sent: 1, message: "" };
  await db
    .insertInto("notification_deliveries")
    .values({ file_id, ...delivery })
    .execute();

  await db.updateTable("config_files").set({ undone_dismissed: 7 }).where("id", "=", file_id).execute();

  await chooseHistory(config, first);
  const files = await db.selectFrom("config_files").select(["id", "undone_dismissed"]).execute();
  expect(files).toEqual([{ id: first, undone_dismissed: 7 }]);
  for (const table of ["proposals", "planned_applies", "notification_deliveries"] as const)
    expect(await db.selectFrom(table).select("file_id").execute(), table).toEqual([{ file_id: first }]);
  const hidden = await db.selectFrom("hidden_warnings").select(["file_id", "actor"]).execute();
  expect(hidden).toEqual([{ file_id: first, actor: "ben" }]);
});

test("another history cannot be chosen during an apply", async () => {
  const { config } = await fileWithHistory();
  const db = config.db;
  const apply = { etag: "x", actor: "ada", way: "command", state: "applying", checks: "[]", output: "" };
  const rest = { taken_back: "[]", lease_until: 0, created_at: 0 };
  await db
    .insertInto("applies")
    .values({ ...apply, ...rest, file_id: await config.identity.id() })
    .execute();
  await expect(chooseHistory(config, null)).rejects.toMatchObject({ code: "conflict" });
  expect(await count(config)).toBe(4);
});

test("several processes that find a new file at the same time create one history", async () => {
  const { config } = await testFile();
  const ids = await Promise.all(
    [1, 2, 3].map(() => {
      config.identity.forget();
      return config.identity.id();
    }),
  );
  expect(new Set(ids).size).toBe(1);
  expect(await config.db.selectFrom("config_files").select("id").execute()).toHaveLength(1);
});

test.skipIf(onPostgres())(
  "a restored backup continues the file's history even if the original file exists",
  async () => {
    const file = await testFile({}, { shared: true });
    file.write('{ "general": {} }\n');
    await saveTimes(file.config, 3);
    const backup = join(file.folder, "backup");
    mkdirSync(backup);
    copyFileSync(file.config.path, join(backup, "config.json"));
    await file.config.db.executeQuery({
      sql: "vacuum into ?",
      parameters: [join(backup, "instance.db")],
      query: { kind: "RawNode", sqlFragments: [], parameters: [] },
      queryId: { queryId: "backup" },
    });
    const db = openSqlite(join(backup, "instance.db"));
    onTestFinished(() => db.destroy());
    const restored = file.again({ path: join(backup, "config.json"), db });
    expect(await count(restored)).toBe(4);
    expect(await listHistories(restored)).toMatchObject({ basis: "content" });
  },
);

describe("of several histories, the one is continued", () => {
  /** Creates a file with each text in turn. */
  const fileWith = async (file: OpenFile, ...texts: string[]) => {
    for (const text of texts) {
      writeFileSync(file.path, text);
      await readAndRecord(file);
    }
    return file.identity.id();
  };
  const [one, two] = ['{ "mine": 1 }', '{ "mine": 2 }'];

  test("whose newest version has the content", async () => {
    const { config, folder, again } = await testFile();
    const [second, moved] = ["second", "moved"].map((name) => again({ path: join(folder, name) }));
    const first = await fileWith(config, one, two);
    const newest = await fileWith(second!, two, one);
    rmSync(config.path);
    renameSync(second!.path, moved!.path);
    expect(await moved!.identity.get()).toMatchObject({ id: newest, basis: "content" });
    expect(newest).not.toBe(first);
  });

  test("whose file no longer exists elsewhere", async () => {
    const { config, folder, again } = await testFile();
    const [second, moved] = ["second", "moved"].map((name) => again({ path: join(folder, name) }));
    await fileWith(config, two, one);
    const other = await fileWith(second!, "{}", one);
    writeFileSync(config.path, "{}");
    renameSync(second!.path, moved!.path);
    expect(await moved!.identity.get()).toMatchObject({ id: other, basis: "content" });
  });

  test("unless its file exists at a path of unknown age", async () => {
    const { config, folder, again } = await testFile();
    const copy = again({ path: join(folder, "copy") });
    await fileWith(config, one);
    await config.db.updateTable("config_paths").set({ database_id: null }).execute();
    copyFileSync(config.path, copy.path);
    expect(await copy.identity.get()).toMatchObject({ basis: "copy" });
  });
});

describe("a file at a new path", () => {
  const one: Candidate = { id: 1, isElsewhere: false, holds: null };
  const two: Candidate = { ...one, id: 2 };
  const three: Candidate = { ...one, id: 3 };
  test.each<[string, Candidate[], ReturnType<typeof decide>]>([
    ["matches no file if none is known", [], { id: null, basis: "new" }],
    ["matches the file with the content", [one, { ...two, holds: "older" }], { id: 2, basis: "content" }],
    [
      "prefers the file whose newest version has the content",
      [{ ...one, holds: "older" }, { ...two, holds: "newest" }, three],
      { id: 2, basis: "content" },
    ],
    [
      "of two files with the content, prefers the one that no longer exists elsewhere",
      [
        { ...one, holds: "newest", isElsewhere: true },
        { ...two, holds: "newest" },
      ],
      { id: 2, basis: "content" },
    ],
    [
      "matches neither of two files with the content",
      [
        { ...one, holds: "newest" },
        { ...two, holds: "newest" },
      ],
      { id: null, basis: "copy" },
    ],
    [
      "matches no file if the file with the content still exists elsewhere",
      [{ ...one, holds: "older", isElsewhere: true }],
      { id: null, basis: "copy" },
    ],
    ["matches the only file if it is no longer at its old path", [one], { id: 1, basis: "only" }],
    [
      "does not match the only file while it exists elsewhere",
      [{ ...one, isElsewhere: true }],
      { id: null, basis: "other" },
    ],
    ["matches neither of two files without the content", [one, two], { id: null, basis: "other" }],
  ])("%s", (_, candidates, expected) => expect(decide(candidates)).toEqual(expected));
});

test("a file is looked for again after the database was unavailable", async () => {
  const { config } = await testFile();
  await sql`alter table config_paths rename to gone`.execute(config.db);
  await expect(config.identity.id()).rejects.toThrow();
  await sql`alter table gone rename to config_paths`.execute(config.db);
  expect(await config.identity.id()).toBeGreaterThan(0);
});

test("a history is not chosen if the audit log cannot record the choice", async () => {
  const { config, other, again } = await fileWithHistory();
  renameSync(config.path, other);
  const moved = again({ path: other, audit: () => Promise.reject(new Error("The log is full.")) });
  await expect(moved.identity.id()).rejects.toThrow("The log is full.");
});

test("files with the same number on two file systems are different files", () => {
  const [one, two] = ["/proc", "/sys"];
  if (statSync(one, { throwIfNoEntry: false })?.ino === statSync(two, { throwIfNoEntry: false })?.ino)
    expect(isAnotherFile(one, two)).toBe(existsSync(one));
});
