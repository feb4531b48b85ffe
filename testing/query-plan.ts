import "server-only";
import { type Compilable, CompiledQuery, sql } from "kysely";
import type { Db } from "@/lib/server/db";
import { onPostgres } from "./test-database";

/**
 * PostgreSQL would analyze new rows only some time later, and each analysis reads all tables. SQLite never does it
 * automatically.
 */
const analyzed = new WeakSet<Db>();

/**
 * How the database would find a query's rows, in its own words: the indexes that it uses, and whether it scans or
 * sorts. Fill the tables before the first plan, because PostgreSQL reads a few rows without any index.
 */
export async function queryPlan(db: Db, query: Compilable): Promise<string> {
  const { sql: text, parameters } = query.compile();
  if (onPostgres() && !analyzed.has(db)) await sql`analyze`.execute(db);
  analyzed.add(db);
  const explain = onPostgres() ? "explain" : "explain query plan";
  const { rows } = await db.executeQuery<Record<string, string>>(
    CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
  );
  return rows.map((row) => row["QUERY PLAN"] ?? row.detail).join("\n");
}
