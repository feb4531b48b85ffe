import { byOperator } from "@/lib/shared/author";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { type Db, dialectOf } from "@/lib/server/db";
import { testDatabase } from "@/testing/test-database";
import { recordAudit } from "./audited";
import { BEGINNING, contentOf, plain } from "./chain";
import { lastVerified, removeOldEntries, startVerifying } from "./hourly";
import { beginKey, readMark } from "./key";
import { listAudit } from "./list";
import { isIntact, summaryOf, verifyAudit, verifyFurther } from "./verify";

const DAY = 86_400_000;
const start = Date.UTC(2026, 0, 1);

/** Creates an audit log with one entry per day, starting on January 1, 2026. */
async function auditOf(days: number): Promise<Db> {
  const db = await testDatabase();
  env().dataDir = mkdtempSync(join(tmpdir(), "audit-"));
  const { dataDir } = env();
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  await beginKey(db);
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  for (let day = 0; day < days; day += 1) {
    vi.setSystemTime(start + day * DAY);
    await recordAudit(db, { actor: byOperator("ada"), action: "test", target: `day ${day + 1}` });
  }
  return db;
}

/** Removes or disables the triggers that refuse changes, makes the changes, and restores the triggers. */
async function tamper(db: Db, ...changes: string[]): Promise<void> {
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
  if (dialectOf(db) === "postgres") {
    const set = (state: string) =>
      ["audit", "audit_head"].map((name) => `alter table ${name} ${state} trigger user`);
    return run([...set("disable"), ...changes, ...set("enable")]);
  }
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name like 'audit%'`.execute(db);
  await run([...rows.map(({ name }) => `drop trigger ${name}`), ...changes, ...rows.map((row) => row.sql)]);
}

const newestTargets = async (db: Db) => (await listAudit(db)).map(({ target }) => target);

test("verification reads only new entries for a day after a complete verification", async () => {
  const db = await auditOf(3);
  const now = Date.now();
  expect((await verifyFurther(db, now)).id).toBe(3);
  expect((await readMark(db, "verified"))?.mark).toMatchObject({ id: 3, wholeAt: now });
  await recordAudit(db, { actor: byOperator("ada"), action: "test" });
  // The record of verified entries includes entry 2, so only a complete verification detects this change.
  await tamper(db, "update audit set actor = 'eve' where id = 2");
  const further = await verifyFurther(db, now + DAY - 1);
  expect([further.fault, further.id]).toEqual([undefined, 4]);
  expect((await verifyFurther(db, now + DAY)).fault).toMatch(/^Entry 2 \(/);
  expect((await verifyAudit(db)).fault).toMatch(/^Entry 2 \(/);
});

test("verification detects a change to an entry that was added after the last verification", async () => {
  const db = await auditOf(3);
  await verifyFurther(db);
  await recordAudit(db, { actor: byOperator("ada"), action: "test" });
  await tamper(db, "update audit set actor = 'eve' where id = 4");
  expect((await verifyFurther(db)).fault).toMatch(/^Entry 4 \(/);
});

test.each([
  ["a later entry", "update audit_marks set id = 3, content = replace(content, '\"id\":2', '\"id\":3')"],
  ["another hash", 'update audit_marks set content = replace(content, \'"hash":"\', \'"hash":"0\')'],
  [
    "a later time of the last complete verification",
    "update audit_marks set content = replace(content, '\"wholeAt\":', '\"wholeAt\":1')",
  ],
])(
  "verification reads all entries if the record of verified entries was forged to contain %s",
  async (_, change) => {
    const db = await auditOf(2);
    const now = Date.now();
    await verifyFurther(db, now);
    await recordAudit(db, { actor: byOperator("ada"), action: "test" });
    await tamper(db, change, "update audit set actor = 'eve' where id = 1");
    expect((await verifyFurther(db, now + 1)).fault).toMatch(/^Entry 1 \(/);
  },
);

test("verification detects that the last verified entry was deleted from the end of the chain", async () => {
  const db = await auditOf(3);
  await verifyFurther(db);
  const { hash } = await db.selectFrom("audit").select("hash").where("id", "=", 2).executeTakeFirstOrThrow();
  await tamper(db, "delete from audit where id = 3", `update audit_head set id = 2, hash = '${hash}'`);
  expect((await verifyFurther(db)).fault).toBe(
    "Entries up to 3 existed before, but the newest one is now 2.",
  );
});

test("after retention has removed old entries, the remaining entries can still be verified", async () => {
  const db = await auditOf(10);
  const now = Date.now();
  await removeOldEntries(db, 4, now);
  // An entry that is exactly four days old is not removed.
  expect((await newestTargets(db)).at(-1)).toBe("day 6");
  const [removal] = await listAudit(db);
  expect(removal).toMatchObject({
    actor: "system",
    action: "audit.cut",
    outcome: "done",
    detail: { from: 1, upTo: 5, days: 4 },
  });
  const head = await db.selectFrom("audit").select(["id", "hash"]).where("id", "=", 11).executeTakeFirst();
  expect((await readMark(db, "cut"))?.mark).toMatchObject({ id: 5, at: now, head });
  expect(summaryOf(await verifyAudit(db))).toBe(
    "The audit log is intact: 7 entries. Entries up to 5 were removed because of their age, last on 2026-01-10.",
  );
  await removeOldEntries(db, 4, now);
  expect(await listAudit(db)).toHaveLength(6);
  await removeOldEntries(db, 4, now + DAY);
  expect((await newestTargets(db)).at(-1)).toBe("day 7");
  expect((await verifyAudit(db)).fault).toBeUndefined();
});

test("retention never removes the newest entry, regardless of its age", async () => {
  const db = await auditOf(3);
  await removeOldEntries(db, 1, Date.now() + 100 * DAY);
  expect((await newestTargets(db)).at(-1)).toBe("day 3");
  expect((await verifyAudit(db)).fault).toBeUndefined();
});

test("retention neither removes nor records anything if no entry is older than the retention period", async () => {
  const db = await auditOf(3);
  await removeOldEntries(db, 2);
  expect(await newestTargets(db)).toEqual(["day 3", "day 2", "day 1"]);
  expect(await readMark(db, "cut")).toBeUndefined();
});

test("after the panel has removed old entries, the database still refuses to delete any other entry", async () => {
  const db = await auditOf(10);
  await removeOldEntries(db, 4);
  await expect(sql`delete from audit where id = 6`.execute(db)).rejects.toThrow(
    "the audit can only be added to",
  );
  expect((await newestTargets(db)).at(-1)).toBe("day 6");
});

test.each([
  [
    "moved to a later entry",
    "update audit_marks set id = 7, content = replace(content, '\"id\":5', '\"id\":7')",
    /^The record of the last removed entry, 7,/,
  ],
  ["deleted", "delete from audit_marks", /^Entry 6 .*between 0 and it were removed/],
])(
  "verification detects that the record of removed entries was %s without the key",
  async (_, change, fault) => {
    const db = await auditOf(10);
    await removeOldEntries(db, 4);
    await sql.raw(change).execute(db);
    expect((await verifyAudit(db)).fault).toMatch(fault);
  },
);

test("verification detects an inserted entry that has the id of a removed entry", async () => {
  const db = await auditOf(10);
  await removeOldEntries(db, 4);
  await sql`insert into audit (id, at, actor, action, hash) values (5, 1, 'eve', 'test', 'x')`.execute(db);
  expect((await verifyAudit(db)).fault).toMatch(/^Entry 5 \(/);
});

const foreignKey = (from: number) => `insert into audit_keys (from_id, proof) values (${from}, 'x')`;

/**
 * Returns SQL that removes the entries up to `id` as retention does, but with an invalid signature on the
 * record of removed entries.
 * @param newest the id that the record names as the newest entry
 */
async function forgeRemoval(db: Db, id: number, newest: number): Promise<string[]> {
  const { hash } = await db.selectFrom("audit").select("hash").where("id", "=", id).executeTakeFirstOrThrow();
  const content = JSON.stringify({ id, hash, at: start, head: { id: newest, hash: "x" } });
  return [
    `insert into audit_marks (name, id, content, proof) values ('cut', ${id}, '${content}', 'x')`,
    `delete from audit where id <= ${id}`,
  ];
}

test("verification detects a forged key for future entries", async () => {
  const db = await auditOf(5);
  const changes = await forgeRemoval(db, 3, 1e12);
  for (const change of [foreignKey(1e12), ...changes]) await sql.raw(change).execute(db);
  expect((await verifyAudit(db)).fault).toBe(
    "audit_keys was changed outside the panel: a key begins at entry 1000000000000, and the newest entry is 5.",
  );
});

test.each([
  ["an entry that does not exist", 7],
  ["the next entry", 6],
  ["a removed entry", 3],
  ["an entry written with the current key", 4],
])("verification detects a forged record of removed entries that points to %s", async (_, newest) => {
  const db = await auditOf(5);
  const changes = await forgeRemoval(db, 3, newest);
  for (const change of [foreignKey(6), ...changes]) await sql.raw(change).execute(db);
  expect((await verifyAudit(db)).fault).toMatch(/^The record of the last removed entry, 3, was changed/);
});

test("a log with a forged key and a forged record of removed entries is not intact", async () => {
  const db = await auditOf(5);
  const changes = await forgeRemoval(db, 3, 5);
  for (const change of [foreignKey(5), ...changes]) await sql.raw(change).execute(db);
  const found = await verifyAudit(db);
  expect([found.fault, found.otherKey, isIntact(found)]).toEqual([undefined, 1, false]);
});

test("verification detects a rewritten chain that claims to be older than the key", async () => {
  const db = await auditOf(5);
  await verifyFurther(db);
  let last = BEGINNING;
  const changes = ["delete from audit_keys", foreignKey(6), "delete from audit_marks"];
  for (const row of (await db.selectFrom("audit").selectAll().orderBy("id").execute()).slice(0, 5)) {
    const actor = row.id === 2 ? "eve" : row.actor;
    last = plain(`${last} ${row.id} ${plain(JSON.stringify(contentOf({ ...row, actor })))}`);
    changes.push(`update audit set actor = '${actor}', hash = '${last}' where id = ${row.id}`);
  }
  await tamper(db, ...changes, `update audit_head set hash = '${last}'`);
  const fault =
    /^audit_keys was changed .* the first key begins at entry 6, and according to .* at entry 1\./;
  expect((await verifyFurther(db)).fault).toMatch(fault);
  await beginKey(db);
  await recordAudit(db, { actor: byOperator("ada"), action: "test" });
  expect((await verifyFurther(db)).fault).toMatch(fault);
});

test("verification still reports missing entries if the record of removed entries is unreadable", async () => {
  const db = await auditOf(10);
  await removeOldEntries(db, 4);
  await sql`update audit_marks set content = '{'`.execute(db);
  expect((await verifyFurther(db)).fault).toMatch(/^Entry 6 .*between 0 and it were removed/);
});

test("the metrics do not report the audit log as intact if an entry was written with another key", async () => {
  const db = await auditOf(5);
  processSingleton("db", () => db);
  await tamper(db, foreignKey(2), "update audit set actor = 'eve' where id = 3");
  vi.useRealTimers();
  const registry = new Registry();
  startVerifying(registry);
  await vi.waitFor(() => expect(lastVerified()).toMatchObject({ otherKey: 4 }));
  expect(await registry.metrics()).toContain("instance_admin_audit_intact 0");
});
