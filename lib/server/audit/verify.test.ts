import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { onPostgres } from "@/testing/test-database";
import { auditTriggers, type Db, dialectOf } from "@/lib/server/db";
import { byOperator } from "@/lib/shared/author";
import { cutAudit, tamperAudit, testAudit } from "@/testing/test-audit";
import { createAudit } from "./audit";
import { compareHeads, type Head, headPath } from "./heads";
import { openKey } from "./key";
import { createPublisher } from "./publish";
import { withProof } from "./removals";
import { createSink } from "./sinks";
import { readHeads } from "./sinks/file";
import { removedWords, summaryOf, verifyAudit } from "./verify";

/** Writes entries, and stops the panel, which publishes the last head. */
async function stoppedAudit(...targets: string[]) {
  const own = await testAudit();
  await own.add(...targets);
  await own.audit.stop();
  return own;
}

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

test("a panel that starts after the newest entry was replaced reports it, and keeps the evidence", async () => {
  const { db, dataDir } = await stoppedAudit("a", "b");
  const evidence = readFileSync(headPath(dataDir), "utf8");
  await tamperAudit(
    db,
    "update audit_head set hash = '" + "0".repeat(64) + "' where name = 'audit'",
    "update audit set hash = '" + "0".repeat(64) + "' where id = 2",
  );
  const { audit, add, logged } = await testAudit({ db, dataDir });
  expect(JSON.parse(logged.at(-1)!)).toMatchObject({
    msg: expect.stringMatching(/^The audit log is not intact\. Entry 2 in the database is not the entry 2/),
    head: { entry: 2 },
  });
  await add("c");
  await audit.stop();
  expect(readFileSync(headPath(dataDir), "utf8")).toBe(evidence);
});

test("a head file that cannot be read is an error", async () => {
  const { dataDir, verify } = await stoppedAudit("a");
  rmSync(headPath(dataDir));
  mkdirSync(headPath(dataDir));
  await expect(verify()).rejects.toThrow("EISDIR");
});

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
  const { db, dataDir, verify } = await stoppedAudit("a", "b");
  const path = headPath(dataDir);
  writeFileSync(path, readFileSync(path, "utf8").replace('"entry":2', '"entry":1'));
  const fault = `${path}, which names the newest entry, was changed outside the panel.`;
  expect((await verify()).fault).toBe(fault);
  const evidence = readFileSync(path, "utf8");
  const again = await testAudit({ db, dataDir });
  await again.add("c");
  await again.audit.stop();
  expect(again.logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 50, msg: `The audit log is not intact. ${fault}` },
  ]);
  expect(readFileSync(path, "utf8")).toBe(evidence);
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

test("heads are published at most once a second", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { add, logged } = await testAudit();
    const heads = () => logged.filter((line) => line.includes("Audit log head")).length;
    expect(heads()).toBe(1);
    await add("a", "b", "c");
    await vi.advanceTimersByTimeAsync(999);
    expect(heads()).toBe(1);
    vi.advanceTimersByTime(1);
    await vi.waitFor(() => expect(logged.at(-1)).toContain('"entry":3'));
    expect(heads()).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test("verification continues after 2,000 entries, with the right end of a batch, and ends with the panel", async () => {
  const { db, audit, verify, logged } = await testAudit();
  const origin = { address: null, browser: null };
  await db.transaction().execute(async (tx) => {
    for (let count = 0; count < 2_001; count += 1)
      await audit.recordAudit(tx, { actor: byOperator("ada"), action: "test", origin });
  });
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
  const hashOf = (id: number) => id.toString().padStart(64, "0");
  const records = Array.from({ length: 2_001 }, (_, nth) =>
    withProof(
      { first_id: nth + 1, last_id: nth + 1, previous: hashOf(nth), hash: hashOf(nth + 1), at: 0 },
      keyed,
    ),
  );
  await db.insertInto("audit_removed").values(records).execute();
  await sql`update audit_head set id = 2001, hash = ${hashOf(2_001)} where name = 'audit'`.execute(db);
  await add("a", "b");
  const verification = await verify();
  expect(verification.fault).toBeUndefined();
  expect(verification).toMatchObject({ id: 2_003, removed: { count: 2_001, upTo: 2_001 } });
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

test("a head is published once, and again only when it changes", async () => {
  const { add, audit, logged, dataDir } = await testAudit();
  const heads = () => logged.filter((line) => line.includes("Audit log head")).length;
  await add("a");
  await audit.verifyFurther();
  expect(heads()).toBe(2);
  await audit.verifyFurther();
  expect(heads()).toBe(2);
  expect(logged.join("")).not.toContain("not intact");
  rmSync(dataDir, { recursive: true });
  await add("b");
  await audit.verifyFurther();
  expect(JSON.parse(logged.at(-1)!)).toMatchObject({
    msg: "The head of the audit log was not written",
    err: { code: "ENOENT" },
  });
});

// The pool of PostgreSQL has timers of its own.
test.skipIf(onPostgres())("a publisher publishes nothing before its start and after its end", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { db, keyed, log } = await stoppedAudit("a");
  const dataDir = mkdtempSync(join(tmpdir(), "publish-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const publisher = createPublisher({ db, log, keyed, dataDir });
  publisher.noteAdded(1);
  await publisher.stop();
  expect([vi.getTimerCount(), readdirSync(dataDir)]).toEqual([0, []]);
  await publisher.start();
  await publisher.stop();
  expect(readdirSync(dataDir)).toEqual(["audit-head"]);
  rmSync(headPath(dataDir));
  publisher.noteAdded(2);
  await publisher.stop();
  expect([vi.getTimerCount(), readdirSync(dataDir)]).toEqual([0, []]);
});

test.each([
  [31, false],
  [32, true],
])("a stored key of %i characters is accepted: %j", (length, isAccepted) => {
  const dataDir = mkdtempSync(join(tmpdir(), "key-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  writeFileSync(join(dataDir, "audit-key"), "k".repeat(length));
  const open = () => openKey({ given: undefined, dataDir })("text");
  if (isAccepted) expect(open()).toMatch(/^[0-9a-f]{64}$/);
  else expect(open).toThrow(`${join(dataDir, "audit-key")} contains no usable key.`);
});

// The pool of PostgreSQL has timers of its own.
test.skipIf(onPostgres())(
  "an entry whose transaction is still open is looked for every second, 30 times",
  async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { db, keyed, dataDir, log, logged, add } = await testAudit();
    const publisher = createPublisher({ db, log, keyed, dataDir });
    await publisher.start();
    logged.length = 0;
    const later = async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 1) {
        await vi.advanceTimersByTimeAsync(1_000);
        await publisher.flush();
      }
    };
    publisher.noteAdded(1);
    await later(29);
    expect(vi.getTimerCount()).toBe(1);
    await later(1);
    expect(vi.getTimerCount()).toBe(0);
    publisher.noteAdded(1);
    publisher.noteAdded(0);
    await later(1);
    expect(vi.getTimerCount()).toBe(1);
    await add("a");
    await later(2);
    expect(vi.getTimerCount()).toBe(0);
    publisher.noteAdded(2);
    await publisher.stop();
    expect(vi.getTimerCount()).toBe(0);
  },
);

test("a panel with another key does not start on the log, and verification with it says so", async () => {
  const { db } = await stoppedAudit("a");
  const keyed = openKey({ given: "x".repeat(32), dataDir: "/nowhere" });
  await expect(testAudit({ db, keyed })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("On every replica, set AUDIT_KEY to the same value"),
  });
  expect((await verifyAudit({ db, keyed, dataDir: "/nowhere" })).fault).toMatch(/begun with another key/);
});

/** Replaces the trigger that refuses changes of entries. */
async function replaceTrigger(db: Db, change: (statement: string) => string): Promise<string> {
  const { name, statement } = auditTriggers[dialectOf(db)][0]!;
  await sql.raw(`drop trigger ${name}${onPostgres() ? " on audit" : ""}`).execute(db);
  await sql.raw(change(statement)).execute(db);
  return name;
}

test.each([
  ["on another table", (statement: string) => statement.replace(" on audit", " on meta")],
  [
    "with a condition",
    (statement: string) =>
      onPostgres()
        ? statement.replace(" execute ", " when (false) execute ")
        : statement.replace(" begin ", " when 0 begin "),
  ],
])("a trigger with the same name %s is not accepted", async (_, change) => {
  const { db, verify } = await stoppedAudit("a");
  expect((await verify()).fault).toBeUndefined();
  const name = await replaceTrigger(db, change);
  expect((await verify()).fault).toBe(
    `The database no longer refuses changes to the audit log: ${name} is gone, changed or disabled.`,
  );
});

test.runIf(onPostgres())(
  "a trigger on a table with the same name in another schema is not accepted",
  async () => {
    const { db, verify } = await stoppedAudit("a");
    for (const statement of ["create schema other", "create table other.audit (id bigint)"])
      await sql.raw(statement).execute(db);
    await replaceTrigger(db, (statement) => statement.replace(" on audit", " on other.audit"));
    expect((await verify()).fault).toMatch(/: audit_kept is gone, changed or disabled/);
  },
);

test("a trigger that was restored with other spaces, line breaks and capital letters is accepted", async () => {
  const { db, verify } = await stoppedAudit("a");
  await replaceTrigger(db, (statement) => statement.replaceAll(" ", "\n  ").replace("before", "BEFORE"));
  expect((await verify()).fault).toBeUndefined();
});

test("a trigger function without its refusal is reported", async ({ skip }) => {
  const { db, verify } = await stoppedAudit("a");
  if (dialectOf(db) !== "postgres") return skip();
  await sql
    .raw(
      "create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return new; end $$",
    )
    .execute(db);
  expect((await verify()).fault).toMatch(/: refuse_audit_change is gone, changed or disabled/);
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
