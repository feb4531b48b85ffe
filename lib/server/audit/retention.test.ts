import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Db, dialectOf, openSqlite, takeLease } from "@/lib/server/db";
import { tamperAudit, testAudit } from "@/testing/test-audit";
import type { AuditDeps } from "./audit";
import { MOST_WAITING } from "./delivery";
import { compareHeads } from "./heads";
import { removeOldEntries, type Retention } from "./retention";
import { withProof } from "./removals";
import { createSink } from "./sinks";
import type { SinkEntry } from "./sinks/sink";
import { summaryOf, verifyAudit } from "./verify";

const DAY = 86_400_000;
const nowhere = { address: null, browser: null };
const authorOf = (name: string) => ({
  kind: name === name.toUpperCase() ? ("user" as const) : ("operator" as const),
  name,
});

/** An audit log with an entry per day, of users (capital letters) and of operators. */
async function auditOf(authors: string, given: Partial<AuditDeps> = {}) {
  const own = await testAudit(given);
  const { db, keyed, audit, now } = own;
  for (const name of authors) {
    await audit.recordAudit(db, { actor: authorOf(name), action: "test" });
    now.at += DAY;
  }
  now.at -= DAY;
  const remove = (retention: Partial<Retention> = {}) =>
    removeOldEntries(
      { db, keyed, audited: audit.audited, now: now.at, hasSink: own.sink !== null },
      { days: undefined, userDays: 4, ...retention },
    );
  /** The authors of the remaining entries, with a dot for each entry about a removal. */
  const left = async () => {
    const rows = await db.selectFrom("audit").select(["actor", "action"]).orderBy("id").execute();
    return rows.map(({ actor, action }) => (action === "test" ? actor : ".")).join("");
  };
  return { ...own, remove, left };
}

/** Another process's connection: with SQLite, statements of the same process take turns. */
async function anotherConnection(db: Db): Promise<Db> {
  if (dialectOf(db) === "postgres") return db;
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db);
  const other = openSqlite(rows[0]!.file);
  onTestFinished(() => other.destroy());
  return other;
}

const removals = async (db: Db) => {
  const rows = await db.selectFrom("audit_removed").selectAll().orderBy("last_id").execute();
  return rows.map(({ first_id, last_id }) => [first_id, last_id]);
};

test("entries of users are removed after their days, and the rest of the log can be verified", async () => {
  const { db, audit, remove, left, verify } = await auditOf("aBCdEFgHiJ");
  await remove();
  await audit.stop();
  // F is exactly four days old, and therefore stays.
  expect(await left()).toBe("adFgHiJ..");
  expect(await removals(db)).toEqual([
    [2, 3],
    [5, 5],
  ]);
  expect(summaryOf(await verify())).toMatch(
    /^The audit log is intact: 9 entries\. 3 older entries \(up to 5\) were removed because of their age, last on 2026-01-10\. Compared/,
  );
  const recorded = await db.selectFrom("audit").select("detail").where("action", "=", "audit.cut").execute();
  expect(recorded.map(({ detail }) => JSON.parse(detail ?? "") as unknown)).toEqual([
    { days: 4, of: "user" },
    { count: 3, upTo: 5 },
  ]);
});

test("records of adjacent removals become one, also if operators' entries between them are removed later", async () => {
  const { db, now, remove, left, verify } = await auditOf("aBCdEFGhIJ");
  await remove();
  now.at += DAY;
  await remove();
  expect(await removals(db)).toEqual([
    [2, 3],
    [5, 6],
  ]);
  expect((await verify()).removed).toEqual({ count: 4, upTo: 6, at: now.at });
  await remove({ days: 4 });
  expect(await left()).toBe("GhIJ......");
  expect(await removals(db)).toEqual([
    [1, 4],
    [5, 6],
  ]);
  expect((await verify()).fault).toBeUndefined();
  now.at += DAY;
  await remove({ days: 4 });
  expect(await removals(db)).toEqual([[1, 7]]);
  expect((await verify()).fault).toBeUndefined();
});

test("a removal of more entries than one transaction takes is one removal", async () => {
  const { db, now, audit, remove, verify } = await auditOf("a");
  const actor = authorOf("B");
  await db.transaction().execute(async (tx) => {
    for (let count = 0; count < 102; count += 1)
      await audit.recordAudit(tx, { actor, action: "test", origin: nowhere });
  });
  now.at += 5 * DAY;
  await remove();
  // The newest entry stays.
  expect(await removals(db)).toEqual([[2, 102]]);
  expect(await verify()).toMatchObject({ id: 105, removed: { count: 101, upTo: 102 } });
});

test("nothing is recorded if no entry is old enough", async () => {
  const { remove, left } = await auditOf("aBCDE");
  await remove();
  expect(await left()).toBe("aBCDE");
});

test("the database refuses to remove the neighbors of removed entries", async () => {
  const { db, remove } = await auditOf("aBCdEFgH");
  await remove();
  expect(await removals(db)).toEqual([[2, 3]]);
  for (const id of [1, 4, 5])
    await expect(sql`delete from audit where id = ${id}`.execute(db)).rejects.toThrow("can only be added to");
});

test.each([
  [
    "a record that covers another entry",
    ["update audit_removed set last_id = 4 where last_id = 3"],
    /^The record of the removed entries 2 to 4 is the first wrong entry/,
  ],
  [
    "a new record instead of an entry",
    [
      "insert into audit_removed select 4, 4, previous, hash, at, proof from audit_removed where last_id = 3",
      "delete from audit where id = 4",
    ],
    /^The record of the removed entries 4 to 4 is the first wrong entry/,
  ],
  [
    "a record and no entry before it",
    ["delete from audit where id = 4"],
    /^The record of the removed entries 5 to 5 .* entries between 3 and it were removed/,
  ],
  [
    "an entry between removed ones",
    [
      "insert into audit select 3, at, actor, actor_kind, user_id, action, target, detail, address, browser, outcome, completes, hash from audit where id = 4",
    ],
    /^Entry 3 .* is the first wrong entry: it was changed or added/,
  ],
  [
    "a record between existing entries",
    ["insert into audit_removed select 4, 8, previous, hash, at, proof from audit_removed where last_id = 3"],
    /^The record of removed entries includes existing entries/,
  ],
])("verification reports %s", async (_, changes, fault) => {
  const { db, remove, verify } = await auditOf("aBCdEFgHiJ");
  await remove();
  await tamperAudit(db, ...changes);
  expect((await verify()).fault).toMatch(fault);
});

test("a removal during a verification is no fault", async () => {
  const { db, remove, keyed, dataDir } = await auditOf("aBCDdEFgHiJ");
  const { hash } = await db.selectFrom("audit").select("hash").where("id", "=", 3).executeTakeFirstOrThrow();
  await remove();
  const verification = await verifyAudit({ db, keyed, dataDir }, { verified: { id: 3, hash } });
  expect(verification).toMatchObject({ id: 13, removed: { count: 4 } });
  expect(verification.fault).toBeUndefined();
});

test("a removal by another process between two reads of a verification is no fault", async () => {
  const own = await auditOf("aBCdEFgHiJ");
  const { keyed, dataDir, audit, now } = own;
  const other = await anotherConnection(own.db);
  const results: boolean[] = [];
  /** Removes entries after each of the first reads of entries. */
  const db = own.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (results.length < 3 && result.rows.some((row) => "actor_kind" in row)) {
        results.push(true);
        now.at += DAY;
        const deps = { db: other, keyed, audited: audit.audited, now: now.at, hasSink: false };
        await removeOldEntries(deps, { days: 4, userDays: undefined });
      }
      return result;
    },
  });
  const verification = await verifyAudit({ db, keyed, dataDir });
  expect(results).not.toEqual([]);
  expect(verification.fault).toBeUndefined();
});

test("a genuine record that was inserted between existing entries is a fault", async () => {
  const { db, keyed, verify } = await auditOf("aBCdEFgHiJ");
  const record = { first_id: 2, last_id: 4, previous: "x", hash: "y", at: 0 };
  await db.insertInto("audit_removed").values(withProof(record, keyed)).execute();
  expect((await verify()).fault).toMatch(/^The record of removed entries includes existing entries/);
});

test("a sink's lines of removed entries are skipped, and all other lines are compared", async () => {
  const folder = mkdtempSync(join(tmpdir(), "retention-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "audit.jsonl");
  const file = createSink(`file:${path}`);
  let isFull = true;
  const take = (entries: readonly SinkEntry[]) =>
    isFull ? Promise.reject(new Error("full")) : file.take(entries);
  const { audit, db, remove, left, verify, now } = await auditOf("aBCdEFgHiJ", { sink: { ...file, take } });
  await remove();
  // The sink has taken none of the entries yet.
  expect(await left()).toBe("aBCdEFgHiJ");
  isFull = false;
  await audit.stop();
  now.at += DAY;
  await remove();
  expect(await left()).toBe("adgHiJ..");
  expect(summaryOf(await verify())).toContain(`and with ${path} (6 entries, up to 10).`);
  await tamperAudit(db, "update audit set hash = 'x' where id = 7");
  expect((await verify()).fault).toMatch(/^Entry 7 /);
});

test("a missing entry counts as removed only if a genuine record covers its number", async () => {
  const { db, keyed, remove } = await auditOf("abcDEfghijk");
  const heads = await db.selectFrom("audit").select(["id as entry", "hash"]).orderBy("id").execute();
  await remove();
  expect(await removals(db)).toEqual([[4, 5]]);
  const compare = (...entries: number[]) =>
    compareHeads(
      db,
      entries.map((entry) => heads[entry - 1]!),
      { place: "panel.log", keyed },
    );
  await tamperAudit(db, "delete from audit where id in (2, 7)");
  expect(await compare(1, 4, 5, 6)).toEqual({ count: 2, newest: 6 });
  expect(await compare(4, 4)).toEqual({ count: 0, newest: 0 });
  expect((await compare(2)).fault).toMatch(/^Entry 2 in the database is not the entry 2/);
  expect((await compare(5, 7)).fault).toMatch(/^Entry 7 in the database is not the entry 7/);
  await sql`insert into audit_removed values (7, 7, 'x', 'x', 0, 'x')`.execute(db);
  expect((await compare(7)).fault).toMatch(/^Entry 7 in the database is not the entry 7/);
});

test("entries are removed after a sink was removed, and the sink continues with the remaining ones", async () => {
  const taken: SinkEntry[] = [];
  const sink = {
    place: "test sink",
    take: async (entries: readonly SinkEntry[]) => void taken.push(...entries),
  };
  const first = await auditOf("a", { sink });
  await first.audit.stop();
  const { db, dataDir } = first;
  const retention = { days: undefined, userDays: 4 };
  const without = await auditOf("BCdEFgHiJ", { db, dataDir, retention });
  without.audit.start(new Registry());
  await vi.waitFor(async () => expect(await without.left()).toBe("adFgHiJ.."));
  await without.audit.stop();
  taken.length = 0;
  const again = await testAudit({ db, dataDir, sink });
  await again.add("after");
  await again.audit.stop();
  expect(taken.map(({ entry }) => entry)).toEqual([4, 6, 7, 8, 9, 10, 11, 12, 13]);
  const rows = await db.selectFrom("audit_removed").select(["last_id", "hash"]).orderBy("last_id").execute();
  expect(rows.map(({ last_id }) => last_id)).toEqual([3, 5]);
  expect(taken.slice(0, 3).map(({ previous }) => previous)).toEqual([
    rows[0]?.hash,
    rows[1]?.hash,
    taken[1]?.hash,
  ]);
});

test("the panel does not remove entries that its sink has not taken", async () => {
  let isFull = false;
  const take = () => (isFull ? Promise.reject(new Error("full")) : Promise.resolve());
  const retention = { days: undefined, userDays: 4 };
  const own = await auditOf("aBC", { sink: { place: "test sink", take }, retention });
  const taken = own.db.selectFrom("audit_head").select("id").where("name", "=", "sink");
  await vi.waitFor(async () => expect(await taken.executeTakeFirst()).toEqual({ id: 3 }), 5_000);
  isFull = true;
  const actor = authorOf("D");
  await own.audit.recordAudit(own.db, { actor, action: "test" });
  await own.audit.recordAudit(own.db, { actor, action: "test" });
  own.now.at += 10 * DAY;
  own.audit.start(new Registry());
  await vi.waitFor(async () => expect(await own.left()).toBe("aDD.."));
});

test("removed entries do not wait for a sink that was set again", async () => {
  const sink = { place: "test sink", take: () => Promise.reject(new Error("full")) };
  const { audit, db, dataDir } = await auditOf("", { sink });
  await audit.stop();
  const without = await auditOf("B", { db, dataDir });
  const actor = authorOf("B");
  await db.transaction().execute(async (tx) => {
    for (let count = 0; count < MOST_WAITING; count += 1)
      await without.audit.recordAudit(tx, { actor, action: "test", origin: nowhere });
  });
  without.now.at += 5 * DAY;
  await without.remove();
  expect(await without.left()).toBe("B..");
  await without.audit.stop();
  const again = await testAudit({ db, dataDir, sink });
  await again.add("after");
});

test.each([
  [
    "follow a gap",
    ["delete from audit where id = 2"],
    "the gap between the entries 1 and 3",
    "aCdEFgHiJ..",
    /^Entry 3 .*between 1 and it were removed/,
  ],
  [
    "follow entries that a forged record covers",
    ["insert into audit_removed values (2, 2, 'x', 'x', 0, 'x')", "delete from audit where id = 2"],
    "the record of the removed entries 2 to 2",
    "aCdEFgHiJ..",
    /^The record of the removed entries 2 to 2 is the first wrong entry/,
  ],
  [
    "were made old and a user's",
    ["update audit set at = 0, actor_kind = 'user' where id in (7, 9)"],
    "entry 7",
    "aBCdEFgHiJ..",
    /^Entry 7 .* is the first wrong entry/,
  ],
])("entries that %s are not removed", async (_, changes, what, remaining, fault) => {
  const { db, remove, left, verify } = await auditOf("aBCdEFgHiJ");
  await tamperAudit(db, ...changes);
  await expect(remove()).rejects.toThrow(
    `${what} was not made by the panel. Run instance-admin audit verify.`,
  );
  expect(await left()).toBe(remaining);
  expect((await verify()).fault).toMatch(fault);
});

test.each([
  ["genuine", {}, true],
  ["of another entry before", { previous: "x" }, false],
  ["of another first entry", { first_id: 1 }, false],
  ["without the key's proof", { proof: "x" }, false],
])("entries that follow a record of removed ones are removed if it is: %s", async (_, own, isRemoved) => {
  const { db, keyed, remove, left, verify } = await auditOf("aBCdEFgHiJ");
  const [first, second] = await db.selectFrom("audit").select("hash").orderBy("id").limit(2).execute();
  const { proof, ...changed } = { proof: undefined, ...own };
  const record = { first_id: 2, last_id: 2, previous: first!.hash, hash: second!.hash, at: 0, ...changed };
  await tamperAudit(db, "delete from audit where id = 2");
  const signed = withProof(record, keyed);
  await db
    .insertInto("audit_removed")
    .values({ ...signed, proof: proof ?? signed.proof })
    .execute();
  const wrong = `the record of the removed entries ${record.first_id} to 2 was not made by the panel`;
  await (isRemoved ? remove() : expect(remove()).rejects.toThrow(wrong));
  expect(await left()).toBe(isRemoved ? "adFgHiJ.." : "aCdEFgHiJ..");
  const { fault } = await verify();
  if (isRemoved) expect(fault).toBeUndefined();
  else expect(fault).toMatch(/^The record of (the )?removed entries/);
});

test("entries whose times are out of order, because the clock was set back, are removed as one run", async () => {
  const { db, audit, now, remove, left } = await auditOf("B");
  now.at -= DAY;
  await audit.recordAudit(db, { actor: authorOf("C"), action: "test" });
  now.at += 20 * DAY;
  await audit.recordAudit(db, { actor: authorOf("d"), action: "test" });
  await remove();
  expect(await left()).toBe("d..");
  expect(await db.selectFrom("audit_removed").select(["first_id", "last_id"]).execute()).toEqual([
    { first_id: 1, last_id: 2 },
  ]);
});

test("the panel verifies all entries after it found a wrong one among those to remove", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { db, audit, logged } = await auditOf("aBCdEFgHiJ", { retention: { days: undefined, userDays: 4 } });
  await audit.verifyFurther();
  await tamperAudit(db, "update audit set at = 0, actor_kind = 'user' where id = 7");
  audit.start(new Registry());
  await vi.waitFor(() => expect(logged.join("")).toContain("Run instance-admin audit verify."));
  vi.advanceTimersByTime(3_600_000);
  await vi.waitFor(() => expect(audit.lastVerified()?.fault).toMatch(/^Entry 7 /));
});

test("only one replica removes entries at a time", async () => {
  const { db, remove, left } = await auditOf("aBCdEFgHiJ");
  await takeLease(db, "audit-retention", { holder: "another replica", span: 60_000 });
  await remove();
  expect(await left()).toBe("aBCdEFgHiJ");
});
