import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { groupCommit } from "./group-commit";
import { disconnectSqlite, migrate, openSqlite, SqliteConnection } from "./index";
import { onPostgres, testDatabase } from "@/testing/test-database";

const numbers = Array.from({ length: 200 }, (_, index) => index);

test("tasks that arrive together succeed or fail independently", async () => {
  const db = await testDatabase();
  const results = await Promise.allSettled(
    numbers.map((number) =>
      groupCommit(db, async (tx) => {
        await tx
          .insertInto("meta")
          .values({ key: `k${number}`, value: "x" })
          .execute();
        if (number % 3 === 0) throw new Error(`no ${number}`);
        return number;
      }),
    ),
  );
  for (const [number, result] of results.entries()) {
    expect(result).toMatchObject(
      number % 3 === 0 ? { reason: { message: `no ${number}` } } : { value: number },
    );
  }
  const rows = await db.selectFrom("meta").select("key").execute();
  expect(new Set(rows.map(({ key }) => key))).toEqual(
    new Set(numbers.filter((number) => number % 3 !== 0).map((number) => `k${number}`)),
  );
});

test("only one task succeeds if all tasks in a commit insert the same key", async () => {
  const db = await testDatabase();
  const results = await Promise.allSettled(
    numbers.map(() =>
      groupCommit(db, (tx) => tx.insertInto("meta").values({ key: "same", value: "x" }).execute()),
    ),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a task succeeds after an earlier task has failed", async () => {
  const db = await testDatabase();
  await expect(groupCommit(db, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await groupCommit(db, (tx) => tx.selectFrom("meta").selectAll().execute())).toEqual([]);
});

test("no task reports success if the commit fails", async () => {
  const db = await testDatabase();
  await groupCommit(db, (tx) => tx.insertInto("meta").values({ key: "before", value: "x" }).execute());
  await db.destroy();
  const late = numbers.map(() =>
    groupCommit(db, (tx) => tx.insertInto("meta").values({ key: "x", value: "x" }).execute()),
  );
  for (const { status } of await Promise.allSettled(late)) expect(status).toBe("rejected");
});

test.skipIf(onPostgres())("tasks that arrive in one turn of the event loop share a commit", async () => {
  const folder = mkdtempSync(join(tmpdir(), "grouped-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "instance.db");
  const db = openSqlite(path);
  await migrate(db);
  // This connection sees only committed rows.
  const onlooker = new SqliteConnection(path, { busyTimeout: 0, readOnly: true });
  onTestFinished(async () => {
    disconnectSqlite(onlooker);
    await db.destroy();
  });
  const committed = onlooker.prepare("select count(*) as committed from meta");
  const countCommitted = () => (committed.all()[0] as { committed: number }).committed;
  const seen = await Promise.all(
    numbers.slice(0, 20).map(async (number) => {
      for (let step = 0; step < number; step += 1) await Promise.resolve();
      return groupCommit(db, async (tx) => {
        await tx
          .insertInto("meta")
          .values({ key: `k${number}`, value: "x" })
          .execute();
        return countCommitted();
      });
    }),
  );
  expect(new Set(seen)).toEqual(new Set([0]));
  expect(countCommitted()).toBe(20);
});
