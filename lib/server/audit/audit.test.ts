import { byOperator, thePanel, unproven } from "@/lib/shared/author";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Db, dialectOf, groupCommit, openPostgres, openSqlite } from "../db";
import { onPostgres, placeMigrated, testDatabaseUrl } from "@/testing/test-database";
import { AppError } from "@/lib/errors";
import { withContext } from "@/lib/request-context";
import { createAudit } from "./audit";
import { contentOf, plain } from "./chain";
import { openKey } from "./key";
import { summaryOf, verifyAudit } from "./verify";
import { listAudit } from "./list";

const keyed = openKey({ given: "k".repeat(32), dataDir: "/nowhere" });

async function setUp() {
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  const path = join(folder, "instance.db");
  const url = onPostgres() ? await testDatabaseUrl() : undefined;
  if (url === undefined) await placeMigrated(path);
  const open = () => (url === undefined ? openSqlite(path) : openPostgres(url));
  const db = open();
  onTestFinished(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });
  const logged: string[] = [];
  const { audited, recordAudit, recordFailure, stop } = createAudit({
    db,
    clock: { now: () => Date.now() },
    log: pino({ level: "info" }, { write: (line) => void logged.push(line) }),
    keyed,
    dataDir: folder,
    sink: null,
    retention: { days: undefined, userDays: undefined },
  });
  const verify = async () => {
    const found = await verifyAudit({ db, keyed, dataDir: folder });
    return { status: found.fault === undefined ? 0 : 1, said: summaryOf(found) };
  };
  const lastLogged = () => JSON.parse(logged.at(-1) ?? "null") as unknown;
  return { db, open, verify, audited, recordAudit, recordFailure, stop, lastLogged };
}

const alone = (count: number) =>
  `The ${count} entries in the database are unchanged and without gaps. Nothing outside the database could be compared, so removed last entries would not be noticed.`;

/** Disables the database's triggers and makes a change, as the owner of the database could. */
async function tamper(db: Db, change: string): Promise<void> {
  const triggers =
    dialectOf(db) === "postgres"
      ? ["alter table audit disable trigger user"]
      : ["drop trigger update_on_audit_refused", "drop trigger delete_on_audit_refused"];
  for (const statement of [...triggers, change]) await sql.raw(statement).execute(db);
}

const entry = (name: string) => ({ actor: byOperator("ada"), action: "test", target: name });
const here = { address: "203.0.113.7", browser: "Lynx/2.9" };

test("audited() writes an entry before the work starts, and the outcome after the work ends", async () => {
  const { db, verify, audited } = await setUp();
  const during = async () => (await listAudit(db))[0];
  const seen = await audited(db, { ...entry("x"), detail: { a: 1 }, origin: here }, during, () => ({
    detail: { b: 2 },
  }));
  expect(seen).toMatchObject({ outcome: "begun", target: "x", detail: { a: 1 }, ...here });
  const refused = audited(db, entry("y"), () => Promise.reject(new AppError("conflict")));
  await expect(refused).rejects.toMatchObject({ code: "conflict" });
  expect(await listAudit(db)).toMatchObject([
    { target: "y", outcome: "failed", detail: { code: "conflict" } },
    { target: "x", outcome: "done", detail: { a: 1, b: 2 }, ...here },
  ]);
  expect(await verify()).toEqual({ status: 0, said: alone(4) });
});

test("an entry gets no outcome if a failed request may have reached another server", async () => {
  const { db, audited } = await setUp();
  const lost = new AppError("bad-gateway", undefined, { details: { sent: true } });
  await expect(audited(db, entry("x"), () => Promise.reject(lost))).rejects.toBe(lost);
  const unsent = new AppError("bad-gateway", undefined, { details: { sent: false } });
  await expect(audited(db, entry("y"), () => Promise.reject(unsent))).rejects.toBe(unsent);
  expect(await listAudit(db)).toMatchObject([
    { target: "y", outcome: "failed", detail: { code: "bad-gateway" } },
    { target: "x", outcome: "begun", detail: null },
  ]);
});

test("audited() does not start the work if the entry cannot be written", async () => {
  const { db, audited } = await setUp();
  await sql.raw("alter table audit rename to audit_away").execute(db);
  const work = vi.fn(async () => 1);
  const refusal = {
    code: "unavailable",
    message: expect.stringContaining("Nothing was changed"),
    cause: expect.objectContaining({ message: expect.stringContaining("audit") }),
  };
  await expect(audited(db, entry("x"), work)).rejects.toMatchObject(refusal);
  expect(work).not.toHaveBeenCalled();
  const made = db
    .transaction()
    .execute((tx) =>
      audited(tx, { ...entry("x"), origin: here }, () =>
        tx.insertInto("meta").values({ key: "k", value: "v" }).execute(),
      ),
    );
  await expect(made).rejects.toMatchObject(refusal);
  expect(await db.selectFrom("meta").selectAll().execute()).toEqual([]);
});

test("audited() returns the result even if the audit log cannot store the outcome, and logs the outcome", async () => {
  const { db, audited, lastLogged } = await setUp();
  const work = async () => {
    await sql.raw("alter table audit_head rename to head_away").execute(db);
    return "done";
  };
  expect(await audited(db, entry("x"), work)).toBe("done");
  expect(await listAudit(db)).toMatchObject([{ outcome: "begun" }]);
  expect(lastLogged()).toMatchObject({
    msg: "The audit log could not record an outcome",
    ...{ entry: 1, action: "test", outcome: "done" },
    err: { message: expect.stringContaining("Nothing was changed") },
  });
});

test("audited() commits an entry and its work together if they share a transaction", async () => {
  const { db, verify, audited } = await setUp();
  const add = (key: string, fail = false) =>
    groupCommit(db, (tx) =>
      audited(
        tx,
        { ...entry(key), detail: { of: key }, origin: here },
        async () => {
          await tx.insertInto("meta").values({ key, value: "" }).execute();
          if (fail) throw new Error("no");
        },
        () => ({ detail: { made: 1 } }),
      ),
    );
  await Promise.allSettled(["a", "b", "c", "d"].map((key) => add(key, key === "b")));
  const kept = (await listAudit(db)).map(({ target, outcome, detail }) => [target, outcome, detail]);
  expect(kept.toSorted()).toEqual(["a", "c", "d"].map((key) => [key, "done", { of: key, made: 1 }]));
  expect((await verify()).said).toBe(alone(3));
});

test("entries written over several connections at the same time form one intact chain", async () => {
  const { db, open, verify, recordAudit } = await setUp();
  const others = [open(), open()];
  onTestFinished(async () => void (await Promise.all(others.map((other) => other.destroy()))));
  const writers = [db, ...others].flatMap((one, index) =>
    Array.from({ length: 40 }, (_, nth) => recordAudit(one, entry(`${index} ${nth}`))),
  );
  await Promise.all(writers);
  expect((await verify()).said).toBe(alone(120));
});

test("the database refuses to change or delete entries", async () => {
  const { db, recordAudit } = await setUp();
  await recordAudit(db, entry("x"));
  for (const change of [
    "update audit set actor = 'eve'",
    "delete from audit",
    "delete from audit_head",
    "update audit_head set id = 0",
    ...(onPostgres() ? ["truncate audit", "truncate audit_head"] : []),
  ])
    await expect(sql.raw(change).execute(db)).rejects.toThrow("the audit can only be added to");
});

test.each([
  [
    "a changed entry",
    "update audit set actor = 'eve' where id = 3",
    /^Entry 3 \(.*, eve, test\) is the first/,
  ],
  ["a changed time", "update audit set at = at + 1 where id = 1", /^Entry 1 \(/],
  ["a removed entry", "delete from audit where id = 2", /^Entry 3 .* between 1 and it were removed/],
  ["removed last entries", "delete from audit where id > 3", /^Entry 4 and everything up to 5 were removed/],
  [
    "an inserted entry",
    "insert into audit (id, at, actor, actor_kind, action, hash) values (6, 1, 'eve', 'operator', 'test', 'x')",
    /^Entry 6 \(/,
  ],
  ["a hash from another entry", "update audit set hash = repeat('0', 64) where id = 4", /^Entry 4 \(/],
])("verification finds the first wrong entry after tampering: %s", async (_, change, said) => {
  const { db, verify, recordAudit } = await setUp();
  for (const name of ["a", "b", "c", "d", "e"]) await recordAudit(db, entry(name));
  await tamper(db, onPostgres() ? change : change.replace("repeat('0', 64)", `'${"0".repeat(64)}'`));
  expect(await verify()).toMatchObject({ status: 1, said: expect.stringMatching(said) });
});

test("verification detects a chain recomputed without the key", async () => {
  const { db, verify, recordAudit } = await setUp();
  for (const name of ["a", "b", "c"]) await recordAudit(db, entry(name));
  await tamper(db, "update audit set actor = 'eve' where id = 2");
  let last = (await db.selectFrom("audit").select("hash").where("id", "=", 1).executeTakeFirstOrThrow()).hash;
  for (const row of await db.selectFrom("audit").selectAll().where("id", ">", 1).orderBy("id").execute()) {
    last = plain(`${last} ${row.id} ${plain(JSON.stringify(contentOf(row)))}`);
    await sql`update audit set hash = ${last} where id = ${row.id}`.execute(db);
  }
  await sql`drop trigger ${sql.raw(onPostgres() ? "audit_head_forward on audit_head" : "update_on_audit_head_refused")}`.execute(
    db,
  );
  await sql`update audit_head set hash = ${last}`.execute(db);
  expect((await verify()).said).toMatch(/^Entry 2 \(.*, eve, test\) is the first/);
});

const hiddenText = "update audit set target = cast('a' || char(0) || 'b' as text) where id = 1";

test.each([
  {
    what: "an entry before the first",
    change:
      "insert into audit (id, at, actor, actor_kind, action, hash) values (0, 1, 'eve', 'operator', 'test', 'x')",
    said: /^Entry 0 \(/,
  },
  {
    what: "a missing trigger",
    change: "select 1",
    said: /no longer refuses changes to the audit log: (update_on_audit_refused|audit_kept), .* are gone, changed or disabled\.$/,
  },
  ...(onPostgres()
    ? []
    : [{ what: "text after a NUL character", change: hiddenText, said: /^Entry 1 \(.*hidden text/ }]),
])("verification detects $what", async ({ change, said }) => {
  const { db, verify, recordAudit } = await setUp();
  for (const name of ["a", "b"]) await recordAudit(db, entry(name));
  expect((await verify()).status).toBe(0);
  await tamper(db, change);
  expect(await verify()).toMatchObject({ status: 1, said: expect.stringMatching(said) });
});

test("the hash of an entry covers the kind of its actor", async () => {
  const { db, verify, recordAudit } = await setUp();
  await recordAudit(db, { actor: thePanel, action: "test", target: "panel" });
  await recordAudit(db, { actor: byOperator("system"), action: "test", target: "namesake", origin: here });
  await recordAudit(db, { ...entry("token"), origin: { ...here, token: "deploy" } });
  expect((await listAudit(db)).map(({ actor, actorKind }) => [actor, actorKind])).toEqual([
    ["ada", "token"],
    ["system", "operator"],
    ["system", "panel"],
  ]);
  expect((await verify()).status).toBe(0);
  await tamper(db, "update audit set actor_kind = 'panel' where id = 2");
  expect((await verify()).said).toMatch(/^Entry 2 \(/);
});

test("in a transaction, audited() refuses an entry without an origin", async () => {
  const { db, audited } = await setUp();
  const late = db.transaction().execute((tx) =>
    // @ts-expect-error: inside a transaction, the caller must pass the entry's origin, because determining the origin
    //   there could deadlock
    audited(tx, entry("x"), () => tx.insertInto("meta").values({ key: "k", value: "v" }).execute()),
  );
  await expect(late).rejects.toThrow("before the transaction begins");
  expect(await db.selectFrom("meta").selectAll().execute()).toEqual([]);
});

test("long client input in an entry is shortened", async () => {
  const { db, verify, recordAudit } = await setUp();
  const browser = `a\0b\ud800${"x".repeat(10_000)}`;
  await recordAudit(db, { ...entry("t\0\u202e"), detail: { note: "n\0" }, origin: { ...here, browser } });
  const [kept] = await listAudit(db);
  expect(kept?.browser).toHaveLength(300);
  expect(kept).toMatchObject({ target: "t\ufffd\u202e", detail: { note: "n\0" } });
  expect((await verify()).status).toBe(0);
});

test("many failures within a minute produce only two entries", async () => {
  const { db, recordFailure, stop } = await setUp();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const fail = (actor: string) => recordFailure(db, { actor: unproven(actor), action: "sign-in.failed" });
  for (let nth = 0; nth < 500; nth += 1) await fail(nth % 2 === 0 ? "ada" : "bo");
  expect(await listAudit(db)).toMatchObject([{ actor: "ada", outcome: "failed", detail: null }]);
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(async () =>
    expect(await listAudit(db)).toMatchObject([{ detail: { failures: 499, actors: ["bo", "ada"] } }, {}]),
  );
  // This is the only failure within a minute, so no entry with a count follows.
  await fail("ada");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await listAudit(db)).toHaveLength(3);
  // Counts that are less than a minute old are written before the database is closed.
  for (let nth = 0; nth < 3; nth += 1) await fail("cy");
  await stop();
  const [count, ...earlier] = await listAudit(db);
  expect(count).toMatchObject({ actor: "cy", outcome: "failed" });
  expect(count?.detail).toEqual({ failures: 2 });
  expect(earlier).toHaveLength(4);
});

test("a count of failures that the audit log cannot store is logged", async () => {
  const { db, recordFailure, stop, lastLogged } = await setUp();
  const fail = () => recordFailure(db, { actor: unproven("ada"), action: "sign-in.failed" });
  for (let nth = 0; nth < 3; nth += 1) await fail();
  await sql.raw("alter table audit rename to audit_away").execute(db);
  await stop();
  expect(lastLogged()).toMatchObject({
    msg: "The audit log could not record a count",
    ...{ action: "sign-in.failed", failures: 2 },
    err: { message: expect.stringContaining("Nothing was changed") },
  });
});

const requestOf = (security: { event?: string; account?: string }) => ({
  ...{ id: "r1", peer: "203.0.113.7", userAgent: "", security },
  settings: () => Promise.reject(new Error("not read")),
  clientAddress: async () => "203.0.113.7",
});

test.each([
  [undefined, "ada"],
  ["bo", "bo"],
])("a failed attempt in a request of account %s is logged as one of account %s", async (account, logged) => {
  const { db, recordFailure } = await setUp();
  const context = requestOf(account === undefined ? {} : { account });
  const failure = { actor: unproven("ada"), action: "sign-in.failed", target: "t" };
  await withContext(context, () => recordFailure(db, failure));
  expect(context.security).toEqual({ event: "sign-in.failed", account: logged });
  expect(await listAudit(db)).toMatchObject([{ actor: "ada", target: "t", address: "203.0.113.7" }]);
});

test.each([
  [{ userAgent: "" }, { browser: null, detail: null, actorKind: "operator" }],
  [{ userAgent: "Lynx/2.9" }, { browser: "Lynx/2.9", detail: null, actorKind: "operator" }],
  [{ apiToken: "deploy" }, { browser: null, detail: { apiToken: "deploy" }, actorKind: "token" }],
])("an entry of a request %j contains where the request came from", async (sent, recorded) => {
  const { db, recordAudit } = await setUp();
  await withContext({ ...requestOf({}), ...sent }, () => recordAudit(db, entry("x")));
  expect(await listAudit(db)).toMatchObject([{ address: "203.0.113.7", ...recorded }]);
});
