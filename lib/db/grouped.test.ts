import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { grouped } from "./grouped";
import { migrate, openSqlite } from "./index";
import { onPostgres, testDatabase } from "./test-database";

const numbers = Array.from({ length: 200 }, (_, index) => index);

test("works that arrive together each succeed or fail alone", async () => {
  const db = await testDatabase();
  const results = await Promise.allSettled(
    numbers.map((number) =>
      grouped(db, async (tx) => {
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

test("a work sees what the works before it did, and a constraint fails only its own", async () => {
  const db = await testDatabase();
  const results = await Promise.allSettled(
    numbers.map(() =>
      grouped(db, (tx) => tx.insertInto("meta").values({ key: "same", value: "x" }).execute()),
    ),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("works go on after a failure", async () => {
  const db = await testDatabase();
  await expect(grouped(db, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await grouped(db, (tx) => tx.selectFrom("meta").selectAll().execute())).toEqual([]);
});

test("when the commit itself fails, nobody is told that it worked", async () => {
  const db = await testDatabase();
  await grouped(db, (tx) => tx.insertInto("meta").values({ key: "before", value: "x" }).execute());
  await db.destroy();
  const late = numbers.map(() =>
    grouped(db, (tx) => tx.insertInto("meta").values({ key: "x", value: "x" }).execute()),
  );
  for (const { status } of await Promise.allSettled(late)) expect(status).toBe("rejected");
});

test.skipIf(onPostgres())("works that arrive one after the other in one turn share a commit", async () => {
  const folder = mkdtempSync(join(tmpdir(), "grouped-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "instance.db");
  const db = openSqlite(path);
  await migrate(db);
  // What another connection sees is what has been committed.
  const onlooker = new SQLite(path, { readonly: true });
  onTestFinished(async () => {
    onlooker.close();
    await db.destroy();
  });
  const committed = onlooker.prepare("select count(*) from meta").pluck();
  const seen = await Promise.all(
    numbers.slice(0, 20).map(async (number) => {
      for (let step = 0; step < number; step += 1) await Promise.resolve();
      return grouped(db, async (tx) => {
        await tx
          .insertInto("meta")
          .values({ key: `k${number}`, value: "x" })
          .execute();
        return committed.get();
      });
    }),
  );
  expect(new Set(seen)).toEqual(new Set([0]));
  expect(committed.get()).toBe(20);
});
