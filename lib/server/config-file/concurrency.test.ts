import { byOperator } from "@/lib/shared/author";
import { existsSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { onPostgres } from "@/testing/test-database";
import { thorough } from "@/testing/thorough";
import { AppError } from "@/lib/errors";
import { saveOperations } from "./save-operations";
import { readAndRecord } from "./open-file";
import { prepare } from "./prepare";
import { countRevisions } from "./records";
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
  expect(await countRevisions(config)).toBe(2);
});

test("a save detects that the lock file was deleted, and creates a new one", async () => {
  const { config, write, folder, read } = await testFile();
  write(zero);
  const first = await saveOperations(config, {
    baseEtag: (await readAndRecord(config)).etag,
    author: byOperator("ada"),
    operations: [{ op: "set", path, value: 1 }],
  });
  const held = config.state.lock;
  rmSync(`${folder}/.config.json.lock`);
  await saveOperations(config, {
    baseEtag: first.etag,
    author: byOperator("ada"),
    operations: [{ op: "set", path, value: 2 }],
  });
  expect(read()).toContain('"maxBio": 2');
  expect(config.state.lock?.inode).not.toBe(held?.inode);
  expect(existsSync(`${folder}/.config.json.lock`)).toBe(true);
});
