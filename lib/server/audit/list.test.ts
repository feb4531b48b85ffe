import { byOperator, thePanel } from "@/lib/shared/author";
import { testRecorder } from "@/testing/test-audit";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "@/lib/server/db";
import type { AuditFilter } from "@/lib/shared/contract/audit";
import { testDatabase } from "@/testing/test-database";
import type { Entry } from "./entries";
import { csvCell } from "@/lib/shared/csv";
import { auditActors, auditPage, auditText, findAuditEntry, listAudit } from "./list";

const here = { address: "203.0.113.7", browser: "Lynx/2.9" };

async function auditWith(entries: readonly (Partial<Entry> & { outcome?: "done" | "failed" | "begun" })[]) {
  const db = await testDatabase();
  for (const { outcome, ...entry } of entries)
    await testRecorder.recordAudit(
      db,
      { actor: byOperator("ada"), action: "test", origin: here, ...entry },
      outcome,
    );
  return db;
}

const found = async (db: Db, filter: AuditFilter) =>
  (await listAudit(db, filter)).map(({ target }) => target).toReversed();

test("entries are filtered by person, action, group of actions, object, outcome and text", async () => {
  const db = await auditWith([
    {
      target: "a",
      action: "bot.edit",
      actor: byOperator("bo"),
      detail: { application: "1443000000000000001" },
    },
    { target: "b", action: "application.create" },
    { target: "c", action: "config.save", detail: { paths: ["api.endpoint", "limits.user.maxBio"] } },
    {
      target: "d",
      action: "sign-in.failed",
      outcome: "failed",
      origin: { ...here, address: "198.51.100.4" },
    },
    { target: "e", action: "bot.delete", outcome: "begun" },
    { target: "100%", action: "config.save", detail: { note: "Summer_break" } },
  ]);
  const failing = testRecorder.audited(
    db,
    { actor: byOperator("bo"), action: "config.save", target: "g" },
    () => Promise.reject(new Error("no")),
  );
  await expect(failing).rejects.toThrow();
  expect(await found(db, { person: "bo" })).toEqual(["a", "g"]);
  expect(await found(db, { action: "bot.edit" })).toEqual(["a"]);
  expect(await found(db, { action: "bots" })).toEqual(["a", "b", "e"]);
  expect(await found(db, { action: "no such action" })).toEqual([]);
  expect(await found(db, { object: "a" })).toEqual(["a"]);
  expect(await found(db, { object: "1443000000000000001" })).toEqual(["a"]);
  expect(await found(db, { object: "limits.user.maxBio" })).toEqual(["c"]);
  expect(await found(db, { object: "limits.user" })).toEqual([]);
  expect(await found(db, { outcome: "failed" })).toEqual(["d", "g"]);
  expect(await found(db, { outcome: "begun" })).toEqual(["e"]);
  expect(await found(db, { outcome: "done" })).toEqual(["a", "b", "c", "100%"]);
  expect(await found(db, { search: "summer_BREAK" })).toEqual(["100%"]);
  expect(await found(db, { search: "0%" })).toEqual(["100%"]);
  expect(await found(db, { search: "198.51" })).toEqual(["d"]);
  expect(await found(db, { search: "save", person: "bo", outcome: "failed" })).toEqual(["g"]);
  expect(await auditActors(db)).toEqual(["ada", "bo"]);
});

test("a time filter includes its start and excludes its end", async () => {
  const db = await auditWith([{ target: "a" }]);
  const [entry] = await listAudit(db);
  const at = entry!.at;
  const iso = (ms: number) => new Date(ms).toISOString();
  expect(await found(db, { since: iso(at), until: iso(at + 1) })).toEqual(["a"]);
  expect(await found(db, { since: iso(at + 1) })).toEqual([]);
  expect(await found(db, { until: iso(at) })).toEqual([]);
});

test("with any filter and page size, consecutive pages together contain every matching entry once", async () => {
  const db = await auditWith(
    Array.from({ length: 23 }, (_, nth) => ({
      target: `${nth}`,
      actor: byOperator(nth % 3 === 0 ? "bo" : "ada"),
    })),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<AuditFilter>({}, { person: "bo" }, { search: "1" }, { outcome: "done" }),
      fc.integer({ min: 1, max: 25 }),
      async (filter, limit) => {
        const whole = await listAudit(db, { ...filter, limit: 100 });
        const paged = [];
        let before: number | undefined;
        for (let pages = 0; pages < 30; pages += 1) {
          const page = await auditPage(db, { ...filter, limit, before });
          expect(page.entries.length).toBeLessThanOrEqual(limit);
          paged.push(...page.entries);
          if (page.next === null) break;
          before = page.next;
        }
        expect(paged).toEqual(whole);
      },
    ),
    { numRuns: 40 },
  );
});

test.each<AuditFilter>([{}, { search: "t" }])("the last page of %j has no next page", async (filter) => {
  const db = await auditWith([{}, {}, {}]);
  const page = async (limit: number, before?: number) => {
    const { entries, next } = await auditPage(db, { ...filter, limit, before });
    return [entries.map(({ id }) => id), next];
  };
  expect(await page(3)).toEqual([[3, 2, 1], null]);
  expect(await page(2)).toEqual([[3, 2], 2]);
  expect(await page(2, 2)).toEqual([[1], null]);
});

/** Adds entries to an empty log without their hashes. `targets` maps numbers of entries to targets. */
async function longLog(length: number, targets: Record<number, string> = {}) {
  const db = await testDatabase();
  const target = Object.entries(targets).map(([id, name]) => `when ${id} then '${name}'`);
  await sql
    .raw(
      `insert into audit (id, at, actor, actor_kind, action, target, outcome, hash)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${length})
      select n, 1, 'ada', 'operator', 'test', ${target.length > 0 ? `case n ${target.join(" ")} end` : "null"}, 'begun', 'x'
      from numbers`,
    )
    .execute(db);
  return db;
}

test("a search finds each entry of a long log once, at the ends of the parts that it reads too", async () => {
  const db = await longLog(10_001, { 5002: "needle", 5001: "needle", 1: "needle" });
  const page = async (limit: number, before?: number) => {
    const { entries, next } = await auditPage(db, { search: "needle", limit, before });
    return [entries.map(({ id }) => id), next];
  };
  expect(await page(10)).toEqual([[5002, 5001, 1], null]);
  expect(await page(2)).toEqual([[5002, 5001], 5001]);
  expect(await page(1)).toEqual([[5002], 5002]);
  expect(await page(1, 5002)).toEqual([[5001], 5001]);
  expect(await page(1, 5001)).toEqual([[1], null]);
});

test("filters without an index read a long log in parts, so that other requests are answered in between", async () => {
  const long = await longLog(5_001);
  let lists = 0;
  const db = long.withPlugin({
    transformQuery({ node }) {
      if (node.kind === "SelectQueryNode" && node.joins) lists += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const parts = async (filter: AuditFilter) => {
    lists = 0;
    await auditPage(db, { ...filter, limit: 5_002 });
    return lists;
  };
  for (const filter of [{}, { person: "ada" }, { action: "test" }, { outcome: "failed" }] as const)
    expect([filter, await parts(filter)]).toEqual([filter, 1]);
  for (const filter of [
    ...[{ search: "e" }, { object: "a" }, { action: "bots" }],
    ...[{ outcome: "done" }, { outcome: "begun" }, { search: "e", outcome: "failed" }],
  ] as const)
    expect([filter, await parts(filter)]).toEqual([filter, 2]);
});

test("an entry is found by the name and the whole value of a detail", async () => {
  const db = await auditWith([
    { detail: { revision: 1, paths: [] } },
    { detail: { paths: [], revision: 12 } },
    { action: "other", detail: { revision: 3 } },
  ]);
  const work = () => Promise.resolve();
  const entry = { actor: byOperator("ada"), action: "test" };
  await testRecorder.audited(db, entry, work, () => ({ detail: { revision: 4 } }));
  const find = (revision: number) => findAuditEntry(db, "test", { revision });
  expect([await find(1), await find(12), await find(2), await find(3), await find(4)]).toEqual([
    ...[1, 2, null, null],
    // The entry of the start, not the one of the end.
    4,
  ]);
});

async function exported(db: Db, format: "csv" | "jsonl", filter: AuditFilter = {}): Promise<string> {
  let text = "";
  for await (const part of auditText(db, filter, format)) text += part;
  return text;
}

test("an export contains every matching entry, even if the entries do not fit in one batch", async () => {
  const db = await testDatabase();
  await Promise.all(
    Array.from({ length: 1_003 }, (_, nth) =>
      testRecorder.recordAudit(db, { actor: byOperator("ada"), action: "test", target: `${nth}` }),
    ),
  );
  const lines = (await exported(db, "jsonl")).trimEnd().split("\n");
  expect(new Set(lines.map((line) => (JSON.parse(line) as { id: number }).id)).size).toBe(1_003);
  expect((await exported(db, "csv", { person: "nobody" })).split("\r\n")).toHaveLength(2);
});

test("a CSV export has a header, and a column for everything that is known of an entry", async () => {
  const db = await auditWith([
    { action: "config.save", target: "a", detail: { note: "n" }, userId: "7" },
    { origin: { ...here, token: "deploy" } },
    { origin: { address: null, browser: null } },
  ]);
  const [title, ...rows] = (await exported(db, "csv")).trimEnd().split("\r\n");
  expect(title).toBe(
    '"entry","time","person","kind","user","action","action in words","object","outcome","address","browser","details"',
  );
  const first = await db.selectFrom("audit").select("at").where("id", "=", 1).executeTakeFirstOrThrow();
  expect(rows[2]).toMatch(
    new RegExp(
      `^"1","${new Date(first.at).toISOString()}","ada","operator","7","config.save","[^"]+","a","done","203.0.113.7","Lynx/2.9","\\{""note"":""n""\\}"$`,
    ),
  );
  expect(rows[1]).toMatch(/^"2",.*,"token","",.*"\{""apiToken"":""deploy""\}"$/);
  expect(rows[0]).toMatch(/^"3",.*,"done","","",""$/);
});

test("a CSV export keeps quotes, separators and line breaks within the cell", async () => {
  const db = await auditWith([{ target: 'a "quoted", split\r\nname' }]);
  expect(await exported(db, "csv")).toContain(',"a ""quoted"", split\r\nname",');
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1", "＝1", "|cmd", "%0A"])(
  "an export prevents spreadsheets from treating the cell %j as a formula",
  (text) => expect(csvCell(text)).toMatch(/^"'/),
);

test.each([null, "", "ada", "1-2", "a=b", "203.0.113.7"])(
  "an export contains the cell %j unchanged",
  (text) => expect(csvCell(text)).toBe(`"${text ?? ""}"`),
);

test("in a request with an API token, only the operator's own entries are the token's", async () => {
  const origin = { ...here, token: "deploy" };
  const db = await auditWith([{ origin }, { actor: thePanel, origin }]);
  expect((await listAudit(db)).map(({ actor, actorKind }) => [actor, actorKind])).toEqual([
    ["system", "panel"],
    ["ada", "token"],
  ]);
});

test("credentials in a note are hidden in the database and in exports", async () => {
  const db = await auditWith([{ detail: { note: "for https://chat:lamp@broker, https://h/?token=lamp2" } }]);
  const text = await exported(db, "jsonl");
  expect(text).toContain("•••");
  expect(text).not.toContain("lamp");
  const stored = await db.selectFrom("audit").select("detail").executeTakeFirstOrThrow();
  expect(stored.detail).not.toContain("lamp");
});
