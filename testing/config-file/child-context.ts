import "server-only";
import { openPostgres, openSqlite } from "@/lib/server/db";
import { type Context, openContext, type Options } from "@/lib/server/config-file/context";
import { realFileOps } from "@/lib/server/config-file/disk/file-ops";

/**
 * The configuration file in a process that a test has started: the file `CONFIG` and the data folder `DATA`, and the
 * test's own database, which is PostgreSQL at `DATABASE_URL` or SQLite in that folder.
 */
export function childContext(options: Partial<Options> = {}): Context {
  const { CONFIG, DATA, DATABASE_URL } = process.env;
  if (!CONFIG || !DATA) throw new Error("CONFIG and DATA are needed");
  const db = DATABASE_URL ? openPostgres(DATABASE_URL) : openSqlite(`${DATA}/instance.db`);
  return openContext({
    path: CONFIG,
    dataDir: DATA,
    naming: undefined,
    readOnly: false,
    retention: 10,
    generates: () => false,
    db: () => db,
    ops: realFileOps,
    ...options,
  });
}
