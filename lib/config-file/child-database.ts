import "server-only";
import { type Db, openPostgres, openSqlite } from "@/lib/db";

/** The database that a process of a test shares with it: PostgreSQL at `DATABASE_URL`, or SQLite in the folder `DATA`. */
export function childDatabase(): Db {
  const { DATABASE_URL, DATA } = process.env;
  return DATABASE_URL ? openPostgres(DATABASE_URL) : openSqlite(`${DATA}/instance.db`);
}
