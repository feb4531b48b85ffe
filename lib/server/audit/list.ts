import "server-only";
import { setImmediate } from "node:timers/promises";
import { type Expression, sql } from "kysely";
import { contains, type Db } from "@/lib/server/db";
import { csvLine } from "@/lib/shared/csv";
import { actionWords, groupedActions } from "@/lib/shared/audit-actions";
import { authorKindOf } from "@/lib/shared/author";
import type { AuditFilter, AuditPage, AuditRecord } from "@/lib/shared/contract/audit";
import { hideInText } from "@/lib/shared/settings/credentials";

/** Maximum number of entries read per query if no index suits the filter. */
const WINDOW = 5_000;

const shownDetail = (detail: string | null): Record<string, unknown> | null =>
  detail === null
    ? null
    : (JSON.parse(detail, (_, value: unknown) =>
        typeof value === "string" ? hideInText(value) : value,
      ) as Record<string, unknown>);

interface Query extends AuditFilter {
  before?: number | undefined;
  limit?: number | undefined;
  /**
   * Also matches entries whose details contain one of these texts. Used for the paths of settings whose
   * labels contain the search text.
   */
  orDetail?: readonly string[];
}

export async function listAudit(db: Db, query: Query = {}): Promise<AuditRecord[]> {
  return (await auditPage(db, query)).entries;
}

/**
 * Returns one page of entries, newest first. `next` is the value of `before` for the next page, or null on
 * the last page.
 */
export async function auditPage(db: Db, query: Query): Promise<AuditPage> {
  const { limit = 50 } = query;
  const entries: AuditRecord[] = [];
  let end = query.before ?? Number.MAX_SAFE_INTEGER;
  for (;;) {
    const from = isIndexed(query) ? 0 : await windowBefore(db, end);
    entries.push(...(await between(db, query, { from, end, limit: limit + 1 - entries.length })));
    if (entries.length > limit || from <= 0) break;
    end = from;
    await setImmediate();
  }
  const page = entries.slice(0, limit);
  return { entries: page, next: entries.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** Returns the id of the first entry in the window that ends before `end`. 0 if there are no earlier windows. */
const windowBefore = async (db: Db, end: number): Promise<number> => {
  const first = db.selectFrom("audit").select("id").where("id", "<", end).orderBy("id", "desc").limit(1);
  return (await first.offset(WINDOW - 1).executeTakeFirst())?.id ?? 0;
};

const isIndexed = ({ search, object, outcome, action }: Query) =>
  search === undefined &&
  object === undefined &&
  (outcome === undefined || outcome === "failed") &&
  // A grouped action matches several actions. No index returns their entries in order, so the database would have
  // to sort all of them.
  !groupedActions.some(({ id }) => id === action);

async function between(
  db: Db,
  filter: Query,
  { from, end, limit }: { from: number; end: number; limit: number },
): Promise<AuditRecord[]> {
  const { person, action, since, until, outcome } = filter;
  const rows = await db
    .selectFrom("audit")
    .leftJoin("audit as ending", "ending.completes", "audit.id")
    .selectAll("audit")
    .select(["ending.outcome as ended", "ending.target as ended_target", "ending.detail as ended_detail"])
    .where("audit.completes", "is", null)
    .where("audit.id", "<", end)
    .where("audit.id", ">=", from)
    .$if(person !== undefined, (query) => query.where("audit.actor", "=", person!))
    .$if(action !== undefined, (query) => query.where(ofAction(action!)))
    .$if(since !== undefined, (query) => query.where("audit.at", ">=", Date.parse(since!)))
    .$if(until !== undefined, (query) => query.where("audit.at", "<", Date.parse(until!)))
    .$if(outcome !== undefined, (query) => query.where(ofOutcome(outcome!)))
    .$if(filter.object !== undefined, (query) => query.where(about(filter.object!)))
    .$if(filter.search !== undefined, (query) => query.where(holding(filter.search!, filter.orDetail)))
    .orderBy("audit.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id, at, actor, user_id, action: name, address, browser, ...row }) => ({
    id,
    at,
    actor,
    actorKind: authorKindOf(row.actor_kind),
    userId: user_id,
    action: name,
    target: row.ended_target ?? row.target,
    detail:
      row.ended_detail === null
        ? shownDetail(row.detail)
        : { ...shownDetail(row.detail), ...shownDetail(row.ended_detail) },
    address,
    browser,
    outcome: (row.ended ?? row.outcome) as AuditRecord["outcome"],
  }));
}

type Condition = Expression<boolean>;

const either = (conditions: readonly Expression<unknown>[]): Condition =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

function ofAction(action: string): Condition {
  const group = groupedActions.find(({ id }) => id === action);
  return group
    ? sql<boolean>`audit.action in (${sql.join(group.actions)})`
    : sql<boolean>`audit.action = ${action}`;
}

const ofOutcome = (outcome: AuditRecord["outcome"]): Condition =>
  outcome === "failed"
    ? sql<boolean>`audit.id in (select coalesce(completes, id) from audit where outcome = 'failed')`
    : sql<boolean>`coalesce(ending.outcome, audit.outcome) = ${outcome}`;

/** Matches entries whose target is the object, or whose details contain the object's name, id or path as a string. */
function about(object: string): Condition {
  const quoted = JSON.stringify(object);
  return either([
    sql`audit.target = ${object}`,
    sql`ending.target = ${object}`,
    contains("audit.detail", quoted),
    contains("ending.detail", quoted),
  ]);
}

const holding = (search: string, further: readonly string[] = []): Condition =>
  either([
    ...["audit.actor", "audit.action", "audit.target", "audit.address", "ending.target"].map((column) =>
      contains(column, search),
    ),
    ...["audit.detail", "ending.detail"].flatMap((column) =>
      [search, ...further].map((text) => contains(column, text)),
    ),
  ]);

export async function auditActors(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("audit").select("actor").distinct().orderBy("actor").limit(200).execute();
  return rows.map(({ actor }) => actor);
}

/**
 * Finds the newest entry for `action` that contains `detail`, and returns its id. An action may have two entries, one
 * for its start and one for its end. In that case, returns the id of the start.
 * @param detail the name and value of one detail
 */
export async function findAuditEntry(
  db: Db,
  action: string,
  detail: Readonly<Record<string, number>>,
): Promise<number | null> {
  const part = JSON.stringify(detail).slice(1, -1);
  const row = await db
    .selectFrom("audit")
    .where("action", "=", action)
    .where(({ eb, or }) => or([",", "}"].map((end) => eb("detail", "like", `%${part}${end}%`))))
    .select(["id", "completes"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? (row.completes ?? row.id) : null;
}

type ExportFormat = "jsonl" | "csv";

const AT_ONCE = 500;

const COLUMNS: readonly [title: string, value: (record: AuditRecord) => string | null][] = [
  ["entry", ({ id }) => String(id)],
  ["time", ({ at }) => new Date(at).toISOString()],
  ["person", ({ actor }) => actor],
  ["kind", ({ actorKind }) => actorKind],
  ["user", ({ userId }) => userId],
  ["action", ({ action }) => action],
  ["action in words", ({ action }) => actionWords(action)],
  ["object", ({ target }) => target],
  ["outcome", ({ outcome }) => outcome],
  ["address", ({ address }) => address],
  ["browser", ({ browser }) => browser],
  ["details", ({ detail }) => (detail === null ? null : JSON.stringify(detail))],
];

const jsonLine = ({ at, ...record }: AuditRecord) =>
  `${JSON.stringify({ ...record, at: new Date(at).toISOString() })}\n`;

export async function* auditText(db: Db, filter: AuditFilter, format: ExportFormat): AsyncGenerator<string> {
  if (format === "csv") yield csvLine(COLUMNS.map(([title]) => title));
  const line = (record: AuditRecord) =>
    format === "csv" ? csvLine(COLUMNS.map(([, value]) => value(record))) : jsonLine(record);
  let before: number | undefined;
  for (;;) {
    const { entries, next } = await auditPage(db, { ...filter, before, limit: AT_ONCE });
    yield entries.map(line).join("");
    if (next === null) return;
    before = next;
  }
}
