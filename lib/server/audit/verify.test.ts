import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Db, SqliteConnection } from "@/lib/server/db";
import { byOperator } from "@/lib/shared/author";
import { cutAudit, stoppedAudit, tamperAudit, testAudit } from "@/testing/test-audit";
import { onPostgres } from "@/testing/test-database";
import { createAudit } from "./audit";
import { BEGINNING, contentOf, hashOf } from "./chain";
import { headPath } from "./heads";
import type { Keyed } from "./key";
import { withProof } from "./removals";
import { createSink } from "./sinks";
import { readHeads } from "./sinks/file";
import { removedWords, summaryOf, verifyAudit } from "./verify";

test("verification names what it compared", async () => {
  const { verify, dataDir } = await stoppedAudit("a", "b");
  expect(summaryOf(await verify())).toBe(
    `The audit log is intact: 2 entries. Compared with ${headPath(dataDir)} (entry 2).`,
  );
  rmSync(headPath(dataDir));
  expect(summaryOf(await verify())).toMatch(/^The 2 entries .* Nothing outside the database/);
});

test.each([
  [2, "Entry 3 was removed"],
  [1, "Entries 2 to 3 were removed"],
  [0, "Entries 1 to 3 were removed"],
])("verification reports that the entries after %i were removed with their head", async (id, said) => {
  const { db, verify, dataDir } = await stoppedAudit("a", "b", "c");
  await cutAudit(db, id);
  expect((await verify()).fault).toBe(
    `${said.replace("Entry 3 was", "Entries 3 to 3 were")}: ${headPath(dataDir)} recorded entry 3, and the newest entry in the database is ${id}.`,
  );
});

test("removed entries are still reported after the panel has started again and written more entries", async () => {
  const { db, dataDir } = await stoppedAudit("a", "b", "c");
  await cutAudit(db, 1);
  const again = await testAudit({ db, dataDir });
  expect(again.logged.join("")).toContain("The audit log is not intact");
  await again.add("d", "e", "f");
  await again.audit.stop();
  expect((await again.verify()).fault).toMatch(
    /^Entry 3 in the database is not the entry 3 that .*audit-head/,
  );
});

test("if the file of the head was removed with the last entries, only other places reveal that", async () => {
  const { db, dataDir, verify } = await stoppedAudit("a", "b");
  await cutAudit(db, 1);
  rmSync(headPath(dataDir));
  expect(summaryOf(await verify())).toMatch(
    /^The 1 entry in the database is unchanged .* Nothing outside the database could be compared/,
  );
});

test("an entry that replaces the newest one is reported", async () => {
  const { db, dataDir, keyed } = await stoppedAudit("a", "b");
  await cutAudit(db, 1);
  const other = createAudit({
    db,
    clock: { now: () => 0 },
    log: pino({ level: "silent" }),
    keyed,
    dataDir,
    sink: null,
    retention: { days: undefined, userDays: undefined },
  });
  await other.recordAudit(db, { actor: byOperator("eve"), action: "test" });
  expect((await verifyAudit({ db, keyed, dataDir })).fault).toMatch(/^Entry 2 in the database is not/);
});

test("a head file that cannot be read is an error", async () => {
  const { dataDir, verify } = await stoppedAudit("a");
  rmSync(headPath(dataDir));
  mkdirSync(headPath(dataDir));
  await expect(verify()).rejects.toThrow("EISDIR");
});

test("a place that recorded no entries is not named as compared", async () => {
  const own = await stoppedAudit("a");
  rmSync(headPath(own.dataDir));
  const elsewhere = [{ place: "panel.log", heads: () => readHeads("/nowhere") }];
  expect(await verifyAudit({ ...own, elsewhere })).toMatchObject({ id: 1, compared: [] });
});

test("a head of the database that is not the newest entry's hash is reported", async () => {
  const { db, dataDir, verify } = await stoppedAudit("a", "b");
  rmSync(headPath(dataDir));
  await tamperAudit(db, `update audit_head set hash = '${"0".repeat(64)}' where name = 'audit'`);
  expect((await verify()).fault).toBe("Entry 2 is not the last entry written (2).");
});

test("a gap before an entry of the panel is reported, also if no hash shows it", async () => {
  const { db, dataDir, keyed, add, verify } = await testAudit();
  await add("a");
  // No trigger prevents this, and no key is necessary. The panel then continues after the gap.
  await sql`update audit_head set id = 5 where name = 'audit'`.execute(db);
  await add("b");
  expect((await verify()).fault).toMatch(/^Entry 6 .* entries between 1 and it were removed/);
  rmSync(headPath(dataDir));
  expect((await verifyAudit({ db, keyed, dataDir })).fault).toMatch(/^Entry 6 .*between 1 and it/);
});

test("a head file that was changed without the key is a fault", async () => {
  const { dataDir, verify } = await stoppedAudit("a", "b");
  const path = headPath(dataDir);
  writeFileSync(path, readFileSync(path, "utf8").replace('"entry":2', '"entry":1'));
  expect((await verify()).fault).toBe(
    `${path}, which names the newest entry, was changed outside the panel.`,
  );
});

test.skipIf(onPostgres())("text after a NUL character is reported, also if no program shows it", async () => {
  const { db, verify } = await stoppedAudit("a", "b");
  await tamperAudit(db, "update audit set target = cast('a' || char(0) || 'b' as text) where id = 1");
  expect((await verify()).fault).toMatch(/^Entry 1 \(.*hidden text/);
});

test.skipIf(onPostgres())("verification does not wait for another process that writes", async () => {
  const { db, verify } = await stoppedAudit("a");
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db);
  const other = new SqliteConnection(rows[0]!.file, { busyTimeout: 0 });
  onTestFinished(() => other.close());
  other.exec("begin immediate");
  expect(await verify()).toMatchObject({ id: 1, fault: undefined });
});

test("the panel's log contains the head after a stop, and a copy of the log reveals removed entries", async () => {
  const own = await stoppedAudit("a", "b", "c");
  const { db, dataDir, logged } = own;
  const heads = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(heads.at(-1)).toMatchObject({ msg: "Audit log head", entry: 3, hash: expect.any(String) });
  const log = `${dataDir}/panel.log`;
  writeFileSync(log, `Instance Admin is ready\n${logged.join("")}{"level":30,"entry":"x"}\n`);
  rmSync(headPath(dataDir));
  const verify = () =>
    verifyAudit({ ...own, elsewhere: [{ place: "panel.log", heads: () => readHeads(log) }] });
  expect(summaryOf(await verify())).toMatch(/Compared with panel\.log \(entry 3\)\.$/);
  await cutAudit(db, 2);
  expect((await verify()).fault).toMatch(/^Entries 3 to 3 were removed: panel\.log recorded entry 3/);
});

/** Adds entries to an empty log, faster than the panel. */
async function addEntries(db: Db, keyed: Keyed, count: number): Promise<void> {
  const none = { user_id: null, target: null, detail: null, address: null, browser: null, completes: null };
  const link = { ...none, at: 0, actor: "ada", actor_kind: "operator", action: "test", outcome: "done" };
  const digest = keyed(JSON.stringify(contentOf(link)));
  const rows = [{ ...link, id: 0, hash: BEGINNING }];
  for (let id = 1; id <= count; id += 1)
    rows.push({ ...link, id, hash: hashOf(rows[id - 1]!.hash, id, digest) });
  for (let first = 1; first <= count; first += 1_000)
    await db
      .insertInto("audit")
      .values(rows.slice(first, first + 1_000))
      .execute();
  const { id, hash } = rows[count]!;
  await db.updateTable("audit_head").set({ id, hash }).where("name", "=", "audit").execute();
}

test("verification continues after 2,000 entries, with the right end of a batch, and ends with the panel", async () => {
  const { db, keyed, audit, verify, logged } = await testAudit();
  await addEntries(db, keyed, 2_001);
  expect(await verify()).toMatchObject({ id: 2_001 });
  audit.start(new Registry());
  await audit.stop();
  expect(audit.lastVerified()).toBeNull();
  expect(logged.join("")).not.toContain("could not be verified");
  for (const id of [2_001, 2_000]) {
    await tamperAudit(db, `update audit set actor = 'eve' where id = ${id}`);
    expect((await verify()).fault).toMatch(new RegExp(`^Entry ${id} `));
  }
});

test("verification continues after 2,000 records of removed entries", async () => {
  const { db, keyed, add, verify } = await testAudit();
  const hashAt = (id: number) => id.toString().padStart(64, "0");
  const records = Array.from({ length: 2_001 }, (_, nth) =>
    withProof(
      { first_id: nth + 1, last_id: nth + 1, previous: hashAt(nth), hash: hashAt(nth + 1), at: 0 },
      keyed,
    ),
  );
  await db.insertInto("audit_removed").values(records).execute();
  await sql`update audit_head set id = 2001, hash = ${hashAt(2_001)} where name = 'audit'`.execute(db);
  await add("a", "b");
  const verification = await verify();
  expect(verification.fault).toBeUndefined();
  expect(verification).toMatchObject({ id: 2_003, removed: { count: 2_001, upTo: 2_001 } });
});

test("a second verification by the panel reads only new entries, and all entries after a day", async () => {
  const { db, audit, add, now } = await testAudit();
  await add("a", "b", "c");
  expect(audit.lastVerified()).toBeNull();
  expect((await audit.verifyFurther()).id).toBe(3);
  expect(audit.lastVerified()).toMatchObject({ id: 3, at: now.at });
  await add("d");
  await tamperAudit(db, "update audit set actor = 'eve' where id = 2");
  now.at += 86_400_000 - 1;
  expect(await audit.verifyFurther()).toMatchObject({ id: 4 });
  expect(audit.lastVerified()?.fault).toBeUndefined();
  now.at += 1;
  expect((await audit.verifyFurther()).fault).toMatch(/^Entry 2 \(/);
});

test("a second verification names each place once, and compares it again", async () => {
  const { audit, add, dataDir } = await testAudit();
  await add("a");
  await audit.verifyFurther();
  await add("b");
  expect((await audit.verifyFurther()).compared).toEqual([`${headPath(dataDir)} (entry 2)`]);
});

test("after a fault, and after the clock was set back, the panel verifies all entries", async () => {
  const { db, audit, add, now } = await testAudit();
  await add("a", "b", "c");
  const change = (id: number, actor: string) =>
    tamperAudit(db, `update audit set actor = '${actor}' where id = ${id}`);
  await change(3, "eve");
  expect((await audit.verifyFurther()).fault).toMatch(/^Entry 3 \(/);
  await change(3, "ada");
  await change(1, "eve");
  expect((await audit.verifyFurther()).fault).toMatch(/^Entry 1 \(/);
  await change(1, "ada");
  expect((await audit.verifyFurther()).fault).toBeUndefined();
  await change(1, "eve");
  expect((await audit.verifyFurther()).fault).toBeUndefined();
  now.at -= 1;
  expect((await audit.verifyFurther()).fault).toMatch(/^Entry 1 \(/);
});

test("the panel's verification compares the entries with the sink's", async () => {
  const folder = mkdtempSync(join(tmpdir(), "verify-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "audit.jsonl");
  const { db, audit, add, dataDir } = await testAudit({ sink: createSink(`file:${path}`) });
  await add("a", "b");
  await audit.stop();
  expect((await audit.verifyFurther()).compared).toContainEqual(expect.stringContaining(path));
  await cutAudit(db, 1);
  rmSync(headPath(dataDir));
  expect((await audit.verifyFurther()).fault).toMatch(/^Entr/);
});

test("the metrics report nothing before the first verification, and then the newest entry and its time", async () => {
  const { audit, add } = await testAudit();
  await add("a");
  const registry = new Registry();
  audit.start(registry);
  expect(await registry.metrics()).not.toMatch(/^instance_admin_audit_\w+[ {]/m);
  await vi.waitFor(() => expect(audit.lastVerified()).not.toBeNull());
  const { hash, at } = audit.lastVerified()!;
  const text = await registry.metrics();
  expect(text).toContain(`instance_admin_audit_entries{hash="${hash}"} 1\n`);
  expect(text).toContain("instance_admin_audit_intact 1\n");
  expect(text).toContain(`instance_admin_audit_verified_timestamp_seconds ${at / 1000}\n`);
  // There is no sink.
  expect(text).not.toMatch(/^instance_admin_audit_sink_waiting/m);
});

test("the metrics report a changed log", async () => {
  const { db, audit, add, logged } = await testAudit();
  await add("a", "b");
  await tamperAudit(db, "update audit set actor = 'eve' where id = 1");
  const registry = new Registry();
  audit.start(registry);
  await vi.waitFor(() => expect(audit.lastVerified()?.fault).toMatch(/^Entry 1/));
  expect(await registry.metrics()).toContain("instance_admin_audit_intact 0");
  expect(JSON.parse(logged.at(-1)!)).toMatchObject({
    msg: expect.stringMatching(/^The audit log is not intact\. Entry 1/),
    ...{ level: 50, entry: 0, hash: "0".repeat(64) },
  });
});

/** An audit log with an entry per day for ten days, of which the first five were removed. */
async function cutByAge() {
  const own = await testAudit({ retention: { days: 4, userDays: undefined } });
  for (let day = 1; day <= 10; day += 1) {
    await own.add(`day ${day}`);
    own.now.at += 86_400_000;
  }
  own.now.at -= 86_400_000;
  own.audit.start(new Registry());
  await vi.waitFor(async () => expect((await own.verify()).removed?.upTo).toBe(5));
  await own.audit.stop();
  return own;
}

test("after retention has removed old entries, the remaining entries can still be verified", async () => {
  const { db, verify } = await cutByAge();
  const targets = await db.selectFrom("audit").select(["id", "target", "action"]).orderBy("id").execute();
  // An entry that is exactly four days old is not removed.
  expect(targets[0]).toMatchObject({ id: 6, target: "day 6" });
  expect(targets.at(-1)).toMatchObject({ action: "audit.cut" });
  expect(summaryOf(await verify())).toMatch(
    /^The audit log is intact: 7 entries\. 5 older entries \(up to 5\) were removed because of their age, last on 2026-01-10\. Compared with/,
  );
  await expect(sql`delete from audit where id = 6`.execute(db)).rejects.toThrow("can only be added to");
});

test.each([
  [
    "extended",
    "update audit_removed set last_id = 6",
    /^The record of the removed entries 1 to 6 is the first wrong/,
  ],
  [
    "moved",
    "update audit_removed set first_id = 2",
    /^The record of the removed entries 2 to 5 is the first wrong/,
  ],
  ["redirected", "update audit_removed set previous = hash", /^The record of the removed entries 1 to 5 is/],
  ["deleted", "delete from audit_removed", /^Entry 6 .*between 0 and it were removed/],
])(
  "verification detects that the record of removed entries was %s without the key",
  async (_, change, fault) => {
    const { db, verify } = await cutByAge();
    await sql.raw(change).execute(db);
    expect((await verify()).fault).toMatch(fault);
  },
);

test.each([
  [1, "1 older entry (up to 7) was removed because of their age"],
  [2, "2 older entries (up to 7) were removed because of their age"],
])("%i removed entries are described in words", (count, words) =>
  expect(removedWords({ count, upTo: 7, at: 0 })).toBe(words),
);

test("retention never removes the newest entry", async () => {
  const { audit, add, now, db, verify } = await testAudit({ retention: { days: 1, userDays: undefined } });
  await add("a", "b", "c");
  now.at += 100 * 86_400_000;
  audit.start(new Registry());
  await vi.waitFor(async () => expect((await verify()).removed?.upTo).toBe(2));
  await audit.stop();
  const [first] = await db.selectFrom("audit").select("target").orderBy("id").execute();
  expect(first?.target).toBe("c");
  await audit.recordAudit(db, { actor: byOperator("ada"), action: "test" });
  expect((await verify()).fault).toBeUndefined();
});
