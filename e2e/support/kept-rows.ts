import { join } from "node:path";
import { SqliteConnection } from "../../lib/server/db/sqlite-driver.cjs";
import type { Panel } from "./panel";

/** The directory and the operators. The audit log is append-only, and the panel remembers versions of the file. */
const TABLES = [
  "operators",
  "sessions",
  "api_tokens",
  "invitations",
  "sign_in_addresses",
  "passkeys",
  "totp",
  "recovery_codes",
  "users",
  "user_tokens",
  "applications",
  "application_icons",
  "members",
  "roles",
  "member_roles",
  // Last, because triggers count the rows of other tables in this one.
  "guilds",
];

/**
 * Copies the rows of a running panel with SQLite. The returned function restores exactly these rows, any number of
 * times.
 */
export function keepRows({ dataDir, folder }: Pick<Panel, "dataDir" | "folder">): () => void {
  const copy = join(folder, "rows.db");
  withDatabase(dataDir, (database) => database.prepare("vacuum into ?").run(copy));
  return () =>
    withDatabase(dataDir, (database) => {
      database.prepare("attach ? as kept").run(copy);
      database.exec("begin immediate");
      for (const table of TABLES) database.exec(`delete from main.${table}`);
      for (const table of TABLES) database.exec(`insert into main.${table} select * from kept.${table}`);
      // The proof of identity ends ten minutes after the sign-in.
      database.prepare("update main.sessions set proved_at = ?").run(Date.now());
      database.exec("commit");
    });
}

/** Deletes all versions except the first, and the version that an instance is known to run, as in a new panel. */
export function forgetVersions({ dataDir }: Pick<Panel, "dataDir">): void {
  withDatabase(dataDir, (database) =>
    database.exec("delete from config_revisions where id > 1; delete from running_versions"),
  );
}

function withDatabase(dataDir: string, work: (database: SqliteConnection) => void): void {
  const database = new SqliteConnection(join(dataDir, "instance.db"), { busyTimeout: 5_000 });
  try {
    database.exec("pragma foreign_keys = off");
    work(database);
  } finally {
    database.close();
  }
}
