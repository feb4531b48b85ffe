import "server-only";
import { type Compilable, CompiledQuery, sql } from "kysely";
import type { Db } from "@/lib/server/db";
import { onPostgres } from "./test-database";

/**
 * Databases whose statistics were updated. PostgreSQL updates statistics only some time after rows were added, and
 * SQLite never updates them automatically. An update reads all tables, so each database is updated only once.
 */
const analyzed = new WeakSet<Db>();

/**
 * Returns the database's plan for a query as text: which indexes it uses, and whether it scans tables or
 * sorts rows. Fill the tables before the first call, because PostgreSQL does not use an index for only a few
 * rows.
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
