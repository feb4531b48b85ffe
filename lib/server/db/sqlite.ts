import "server-only";
import { SqliteConnection } from "./sqlite-driver.cjs";

export { SqliteConnection };

export function disconnectSqlite(connection: SqliteConnection): void {
  if (!connection.isOpen) return;
  try {
    // Node 20's driver keeps the file open until its statements are garbage-collected, so closing does not
    // merge the write-ahead log into the database. Leaving WAL mode merges the log now. While another process
    // has the file open, this fails, as intended.
    connection.exec("pragma journal_mode = delete");
  } catch {
    // The write-ahead log remains, because other processes still use it.
  }
  connection.close();
}

/**
 * SQLite's primary result codes for a file that cannot currently be used, with their messages
 * (sqlite.org/rescode.html).
 */
const TROUBLES = [
  { code: 5, name: "busy", words: "database is locked" },
  { code: 6, name: "locked", words: "database table is locked" },
  { code: 8, name: "read-only", words: "attempt to write a readonly database" },
  { code: 10, name: "input-output", words: "disk I/O error" },
  { code: 13, name: "full", words: "database or disk is full" },
  { code: 14, name: "cannot-open", words: "unable to open database file" },
] as const;

type SqliteTrouble = (typeof TROUBLES)[number]["name"];

export function sqliteTrouble(error: unknown): SqliteTrouble | null {
  if (!(error instanceof Error && "code" in error)) return null;
  // Node 20's driver reports no result code for statements that return rows (`insert … returning`), but the message
  // is the same.
  const isTrouble =
    "errcode" in error && typeof error.errcode === "number"
      ? // The upper bits distinguish variants, such as which read or write failed.
        ({ code }: { code: number }) => code === (Number(error.errcode) & 0xff)
      : ({ words }: { words: string }) => error.code === "ERR_SQLITE_ERROR" && error.message === words;
  return TROUBLES.find(isTrouble)?.name ?? null;
}
