import "server-only";
import pino from "pino";
import { openPostgres, openSqlite } from "@/lib/server/db";
import { type OpenFile, openFile, type Options } from "@/lib/server/config-file/open-file";
import { realFileOps } from "@/lib/server/config-file/disk/disk";

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
  return openFile({
    path: CONFIG,
    dataDir: DATA,
    naming: undefined,
    readOnly: false,
    retention: 10,
    generates: () => false,
    notices: () => [],
    log: pino({ level: "silent" }),
    audit: () => Promise.resolve(),
    db,
    ops: realFileOps,
    ...options,
  });
}
