import { sql } from "kysely";
import { expect, test } from "vitest";
import { byOperator } from "@/lib/shared/author";
import { testFile } from "@/testing/config-file/test-file";
import { onPostgres } from "@/testing/test-database";
import { etagOf } from "./version";

async function stored(count: number, state: "pending" | "saved" = "saved") {
  const { config } = await testFile();
  const ids: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const bytes = Buffer.from(`{ "nth": ${nth} }`);
    const version = { etag: etagOf(bytes), bytes, author: byOperator("ada"), note: null, state };
    ids.push(await config.records.insert(version));
  }
  return { ...config, ids };
}

test("a version is found by its whole number only", async () => {
  const { records } = await stored(12);
  const found = async (search: string) => (await records.find({ search, limit: 20 })).map(({ id }) => id);
  for (const search of ["12", "#12", "version 12", "VERSION 12"]) expect(await found(search)).toEqual([12]);
  for (const search of ["x12", "12x", "112", "##12"]) expect(await found(search)).toEqual([]);
});

test("of several versions with the same content, the newest or the one closest to a time is found", async () => {
  const { records, db, ids } = await stored(3);
  for (const [index, id] of ids.entries())
    await db
      .updateTable("config_revisions")
      .set({ etag: "same", created_at: 1_000 * (index + 1) })
      .where("id", "=", id)
      .execute();
  expect((await records.byEtag("same"))?.id).toBe(ids[2]);
  expect((await records.byEtag("same", 1_900))?.id).toBe(ids[1]);
  expect((await records.byEtag("same", 0))?.id).toBe(ids[0]);
});

test("the newest saved version and a pending one are included, but no other one", async () => {
  const [first, second] = ['{ "nth": 0 }', '{ "nth": 1 }'].map((text) => etagOf(Buffer.from(text)));
  const { records } = await stored(2);
  expect([await records.includesNow(first!), await records.includesNow(second!)]).toEqual([false, true]);
  const { records: pending } = await stored(1, "pending");
  expect([await pending.includesNow(first!), await pending.includesNow(second!)]).toEqual([true, false]);
});

test.skipIf(onPostgres())("statements wait for the disk again after a version was confirmed", async () => {
  const { records, db, ids } = await stored(1, "pending");
  await records.confirm(ids[0]!);
  const { rows } = await sql`pragma synchronous`.execute(db);
  expect(rows).toEqual([{ synchronous: 2 }]);
});

test("versions are found by their etags", async () => {
  const { records, ids } = await stored(3);
  const etags = ['{ "nth": 0 }', '{ "nth": 2 }'].map((text) => etagOf(Buffer.from(text)));
  expect((await records.withEtags(etags)).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  expect(await records.withEtags([])).toEqual([]);
});
