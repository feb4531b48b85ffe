import "server-only";
import { SqliteConnection } from "./sqlite-driver.cjs";

export { SqliteConnection };

/** Closes a connection that writes. Closing one twice is not an error. */
export function disconnectSqlite(connection: SqliteConnection): void {
  if (!connection.isOpen) return;
  try {
    // Node 20's driver keeps the file open until its statements are garbage-collected, so SQLite does not clean
    // up. Leaving WAL mode merges the log into the database now. It fails as intended while another process has
    // the file open.
    connection.exec("pragma journal_mode = delete");
  } catch {
    // The log remains for the processes that still use it.
  }
  connection.close();
}

/**
 * SQLite's primary result codes (sqlite.org/rescode.html) for a file that cannot be used right now, with SQLite's
 * messages.
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

/** The reason why a SQLite file cannot be used, from the error; null for every other error. */
export function sqliteTrouble(error: unknown): SqliteTrouble | null {
  if (!(error instanceof Error && "code" in error)) return null;
  // Node 20's driver omits the result code for statements that return rows (`insert … returning`), but the message
  // is the same.
  const isTrouble =
    "errcode" in error && typeof error.errcode === "number"
      ? // The upper bits distinguish variants, such as which read or write failed.
        ({ code }: { code: number }) => code === (Number(error.errcode) & 0xff)
      : ({ words }: { words: string }) => error.code === "ERR_SQLITE_ERROR" && error.message === words;
  return TROUBLES.find(isTrouble)?.name ?? null;
}
