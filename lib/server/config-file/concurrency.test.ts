import { byOperator } from "@/lib/shared/author";
import { existsSync, rmSync, statSync } from "node:fs";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { onPostgres, testDatabaseUrl } from "@/testing/test-database";
import { openPostgres } from "@/lib/server/db";
import { thorough } from "@/testing/thorough";
import { AppError } from "@/lib/errors";
import { saveOperations } from "./save-operations";
import { type OpenFile, readAndRecord } from "./open-file";
import { realFileOps } from "./disk/disk";
import { advisoryKey } from "./disk/lock";
import { prepare } from "./prepare";
import { testFile } from "@/testing/config-file/test-file";
import { bundle, start } from "@/testing/config-file/test-process";

/** Stores the files in memory if possible, because these tests check locking, not the disk. */
const inMemory = existsSync("/dev/shm") ? { base: "/dev/shm" } : {};

const path = "limits.user.maxBio";
const zero = '{ "limits": { "user": { "maxBio": 0 } } }';

/** Number of saves per process. */
const each = thorough && !onPostgres() ? 500 : 10;

test(
  `if each of 8 processes increments one number ${each} times, the result is exactly ${8 * each}`,
  { timeout: 300_000 },
  async () => {
    const program = await bundle("increment-child");
    const { config, environment, write, leftovers } = await testFile({}, { shared: true, ...inMemory });
    write(zero);
    await prepare(config);
    const children = Array.from({ length: 8 }, () => start(program, { ...environment, COUNT: String(each) }));
    expect(await Promise.all(children.map((child) => child.end()))).toEqual(Array(8).fill(0));
    const { version } = await readAndRecord(config);
    expect(version?.rawOf(path)).toBe(8 * each);
    expect(leftovers()).toEqual([]);
  },
);

test("if twenty concurrent saves have the same base, one succeeds and the others report a conflict", async () => {
  const { config, write } = await testFile();
  write(zero);
  const { etag } = await readAndRecord(config);
  const saves = Array.from({ length: 20 }, (_, index) =>
    saveOperations(config, {
      baseEtag: etag,
      author: byOperator("ada"),
      operations: [{ op: "set", path, value: index + 1 }],
    }),
  );
  const results = await Promise.allSettled(saves);
  const refused = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  expect(refused).toHaveLength(19);
  for (const error of refused) expect(error instanceof AppError && error.code).toBe("config-changed");
  expect(await config.records.count()).toBe(2);
});

test("a save detects that the lock file was deleted, and creates a new one", async () => {
  const { config, write, folder, read } = await testFile();
  write(zero);
  const first = await saveOperations(config, {
    baseEtag: (await readAndRecord(config)).etag,
    author: byOperator("ada"),
    operations: [{ op: "set", path, value: 1 }],
  });
  const lock = `${folder}/.config.json.lock`;
  const { ino } = statSync(lock);
  rmSync(lock);
  await saveOperations(config, {
    baseEtag: first.etag,
    author: byOperator("ada"),
    operations: [{ op: "set", path, value: 2 }],
  });
  expect(read()).toContain('"maxBio": 2');
  expect(statSync(lock).ino).not.toBe(ino);
});

/** Takes the lock of the file as a save does, until the returned function is called or the test ends. */
async function held(config: OpenFile): Promise<() => void> {
  let ended: Promise<void> | undefined;
  const release = await new Promise<() => void>((taken) => {
    ended = config.lock.hold(() => new Promise<void>(taken));
  });
  onTestFinished(() => {
    release();
    return ended;
  });
  return release;
}

const saveNumber = async (config: OpenFile, value: number) => {
  const { etag } = await readAndRecord(config);
  const operations = [{ op: "set" as const, path, value }];
  return saveOperations(config, { baseEtag: etag, author: byOperator("ada"), operations });
};

test("a read that a save overtakes gets the newer version, and does not wait for the next save", async () => {
  const { config, write, again } = await testFile();
  write(zero);
  await readAndRecord(config);
  let isOvertaken = false;
  const reader = again({
    ops: {
      ...realFileOps,
      async close(fd) {
        await realFileOps.close(fd);
        if (isOvertaken) return;
        isOvertaken = true;
        await saveNumber(config, 1);
        await held(config);
      },
    },
  });
  const { version } = await readAndRecord(reader);
  expect(version?.rawOf(path)).toBe(1);
});

test("readers of another program's change wait for its recording together", async () => {
  const { config, write, again } = await testFile();
  write(zero);
  await readAndRecord(config);
  const reader = again();
  await readAndRecord(reader);
  const release = await held(config);
  write('{ "limits": { "user": { "maxBio": 5 } } }');
  const reads = [readAndRecord(reader), readAndRecord(reader), readAndRecord(reader)];
  release();
  for (const { version } of await Promise.all(reads)) expect(version?.rawOf(path)).toBe(5);
  expect(await config.records.count()).toBe(2);
});

/** The connections that hold the lock between replicas, or wait for it. */
const locksOf = async ({ identity }: OpenFile) =>
  sql`pg_locks where locktype = 'advisory' and
    ((classid::bigint << 32) | objid::bigint) = ${advisoryKey(await identity.id())}::bigint`;

test.runIf(onPostgres())("a save fails if the database ends its wait for another replica", async () => {
  const another = openPostgres(await testDatabaseUrl());
  onTestFinished(() => another.destroy());
  const { config, again } = await testFile({ db: another });
  const release = await held(again());
  const outcome = config.lock
    .hold(() => Promise.resolve())
    .then(
      () => "saved",
      (error: unknown) => String(error),
    );
  const waiting = sql`select pg_cancel_backend(pid) from ${await locksOf(config)} and not granted`;
  await vi.waitFor(async () => expect((await waiting.execute(another)).rows).toHaveLength(1));
  release();
  expect(await outcome).toContain("canceling statement");
});

test.runIf(onPostgres())("the lock between replicas is lost with its database connection", async () => {
  const { config } = await testFile();
  const locks = await locksOf(config);
  await config.lock.hold(async ({ assertHeld }) => {
    await assertHeld();
    await sql`select pg_terminate_backend(pid) from ${locks}`.execute(config.db);
    await expect(assertHeld()).rejects.toMatchObject({
      code: "config-write-failed",
      message: expect.stringContaining("was lost while saving. Nothing was changed."),
    });
  });
  // Another connection can take the lock.
  await config.lock.hold(({ assertHeld }) => assertHeld());
});

test.runIf(onPostgres())(
  "saves that wait for another replica take no connection of other works",
  async () => {
    const url = await testDatabaseUrl();
    const [db, locks] = [openPostgres(url, { max: 1 }), openPostgres(url, { max: 1 })];
    const another = openPostgres(url);
    onTestFinished(async () => void (await Promise.all([db, locks, another].map((one) => one.destroy()))));
    const { config, write, again } = await testFile({ db, locks });
    write(zero);
    const { etag } = await readAndRecord(config);
    const release = await held(again({ db: another, locks: another }));
    const saves = [1, 2, 3].map((value) =>
      saveOperations(config, {
        ...{ baseEtag: etag, author: byOperator("ada") },
        operations: [{ op: "set", path, value }],
      }).catch((error: unknown) => (error instanceof AppError ? error.code : error)),
    );
    expect(await config.records.count()).toBe(1);
    release();
    expect((await Promise.all(saves)).slice(1)).toEqual(["config-changed", "config-changed"]);
    expect(await config.records.count()).toBe(2);
  },
);
