import { existsSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { apply } from "./apply";
import { observe } from "./current";
import { prepare } from "./prepare";
import { readingOf } from "./reading";
import { countRevisions } from "./revision-store";
import { testFile } from "./test-context";
import { bundle, start } from "./test-process";

/** Where what is tested is exclusion and not the disk: a folder in memory, if the machine has one. */
const inMemory = existsSync("/dev/shm") ? { base: "/dev/shm" } : {};

const path = "limits.user.maxBio";
const zero = '{ "limits": { "user": { "maxBio": 0 } } }';

test(
  "8 processes that add 500 times one to the same number end at exactly 4,000",
  { timeout: 300_000 },
  async () => {
    const program = await bundle("increment-child");
    const { context, dataDir, write, leftovers } = await testFile({}, { shared: true, ...inMemory });
    write(zero);
    await prepare(context);
    const children = Array.from({ length: 8 }, () =>
      start(program, { CONFIG: context.path, DATA: dataDir, COUNT: "500" }),
    );
    expect(await Promise.all(children.map((child) => child.end()))).toEqual(Array(8).fill(0));
    const { version } = await observe(context);
    expect(version && readingOf(version, undefined).rawOf(path)).toBe(4_000);
    expect(leftovers()).toEqual([]);
  },
);

test("saves within a process queue up: of twenty for one base, one wins and the others are told", async () => {
  const { context, write } = await testFile();
  write(zero);
  const { etag } = await observe(context);
  const saves = Array.from({ length: 20 }, (_, index) =>
    apply(context, { baseEtag: etag, author: "ada", operations: [{ op: "set", path, value: index + 1 }] }),
  );
  const results = await Promise.allSettled(saves);
  const refused = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  expect(refused).toHaveLength(19);
  for (const error of refused) expect(error instanceof AppError && error.code).toBe("config-changed");
  expect(await countRevisions(context)).toBe(2);
});

test("a lock file that somebody deletes is noticed, and its successor is used", async () => {
  const { context, write, folder, read } = await testFile();
  write(zero);
  const first = await apply(context, {
    baseEtag: (await observe(context)).etag,
    author: "ada",
    operations: [{ op: "set", path, value: 1 }],
  });
  const held = context.state.lock;
  rmSync(`${folder}/.config.json.lock`);
  await apply(context, { baseEtag: first.etag, author: "ada", operations: [{ op: "set", path, value: 2 }] });
  expect(read()).toContain('"maxBio": 2');
  expect(context.state.lock?.inode).not.toBe(held?.inode);
  expect(existsSync(`${folder}/.config.json.lock`)).toBe(true);
});
