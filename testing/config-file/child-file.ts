import "server-only";
import { openPostgres, openSqlite } from "@/lib/server/db";
import { bareOptions, type OpenFile, openFile, type Options } from "@/lib/server/config-file/open-file";

/**
 * Opens the configuration file in a process that a test has started. Environment variables:
 * - CONFIG: the path of the file
 * - DATA: the data folder
 * - DATABASE_URL: a PostgreSQL database; without it, the database is SQLite in the data folder
 */
export function childFile(options: Partial<Options> = {}): OpenFile {
  const { CONFIG, DATA, DATABASE_URL } = process.env;
  if (!CONFIG || !DATA) throw new Error("CONFIG and DATA are needed");
  const db = DATABASE_URL ? openPostgres(DATABASE_URL) : openSqlite(`${DATA}/instance.db`);
  return openFile({ ...bareOptions(CONFIG, DATA, db), retention: 10, ...options });
}
