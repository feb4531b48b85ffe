import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { stoppedAudit, tamperAudit, testAudit } from "@/testing/test-audit";
import { compareHeads, type Head, headPath } from "./heads";

test("a head file that cannot be replaced leaves no draft behind", async () => {
  const { dataDir, add, audit, logged } = await testAudit();
  const names = readdirSync(dataDir);
  rmSync(headPath(dataDir));
  mkdirSync(headPath(dataDir));
  await add("a");
  await audit.stop();
  expect(JSON.parse(logged.at(-1)!)).toMatchObject({
    msg: "The head of the audit log was not written",
    err: { message: expect.stringContaining("EISDIR") },
  });
  expect(readdirSync(dataDir)).toEqual(names);
});

test("every head is compared, in batches of 500, up to the first wrong one", async () => {
  const { db, keyed } = await stoppedAudit("a", "b", "c");
  await tamperAudit(db, "delete from audit where id = 2");
  const hashes = await db.selectFrom("audit").select(["id", "hash"]).orderBy("id").execute();
  const [first, third] = hashes.map(({ id, hash }) => ({ entry: id, hash }));
  const compare = (...heads: Head[]) => compareHeads(db, heads, { place: "panel.log", keyed });
  const times = (count: number) => Array.from({ length: count }, () => third!);
  const none = { entry: 0, hash: "0".repeat(64) };
  expect(await compare()).toEqual({ count: 0, newest: 0 });
  expect(await compare(none, third!, first!)).toEqual({ count: 2, newest: 3 });
  for (const count of [499, 500, 1_000]) {
    expect(await compare(...times(count))).toEqual({ count, newest: 3 });
    const wrong = await compare(...times(count), { ...first!, hash: third!.hash }, third!);
    expect(wrong).toMatchObject({ count, newest: 3 });
    expect(wrong.fault).toMatch(/^Entry 1 in the database is not the entry 1 that panel\.log recorded/);
  }
  let read = 0;
  const counted = function* () {
    for (const head of [{ ...first!, hash: third!.hash }, ...times(1_500)]) {
      read += 1;
      yield head;
    }
  };
  expect(await compareHeads(db, counted(), { place: "panel.log", keyed })).toMatchObject({ count: 0 });
  expect(read).toBe(500);
  const missing = await compare({ entry: 2, hash: first!.hash });
  expect(missing.fault).toMatch(/^Entry 2 in the database is not/);
  const cut = await compare({ entry: 5, hash: first!.hash });
  expect(cut.fault).toMatch(/^Entries 4 to 5 were removed: panel\.log recorded entry 5/);
});
