import "server-only";
import { sql } from "kysely";
import { auditFunctions, auditTriggers, type Db, dialectOf } from "@/lib/server/db";

/** A definition as both databases would print it: without line breaks, schema names and doubled parentheses. */
const normalized = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .replace(/ on \w+\./, " on ")
    .replaceAll("((", "(")
    .replaceAll("))", ")")
    .trim();

export async function missingTriggers(db: Db): Promise<string[]> {
  const dialect = dialectOf(db);
  const { rows } = await (
    dialect === "sqlite"
      ? sql<{ place: string; definition: string }>`
          select tbl_name as place, sql as definition from sqlite_master where type = 'trigger'`
      : sql<{ place: string; definition: string }>`
          select tgrelid::regclass::text as place, pg_get_triggerdef(oid) as definition
          from pg_trigger where tgenabled in ('O', 'A') and not tgisinternal`
  ).execute(db);
  const triggers = auditTriggers[dialect].filter(
    ({ table, statement }) =>
      !rows.some((row) => row.place === table && normalized(row.definition) === normalized(statement)),
  );
  const functions = dialect === "sqlite" ? [] : await changedFunctions(db);
  return [...triggers, ...functions].map(({ name }) => name);
}

async function changedFunctions(db: Db) {
  const { rows } = await sql<{ name: string; body: string }>`
    select proname as name, prosrc as body from pg_proc where pronamespace = current_schema()::regnamespace`.execute(
    db,
  );
  return auditFunctions.filter(
    ({ name, body }) => !rows.some((row) => row.name === name && normalized(row.body) === normalized(body)),
  );
}
