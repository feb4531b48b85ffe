import { join } from "node:path";
import { SqliteConnection } from "../../lib/server/db/sqlite-driver.cjs";
import type { Panel } from "./panel";

/**
 * Tables whose rows are restored. The tables of the audit log and of the file's versions are omitted, because
 * the log is append-only and the panel caches versions.
 */
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
  "proposal_comments",
  "proposals",
  "members",
  "roles",
  "member_roles",
  // This table is restored last, because triggers update its counts when rows of the other tables change.
  "guilds",
];

/**
 * Copies the rows of a running panel's SQLite database. Returns a function that restores these rows and can
 * be called repeatedly.
 */
export function copyRows({ dataDir, folder }: Pick<Panel, "dataDir" | "folder">): () => void {
  const copy = join(folder, "rows.db");
  withDatabase(dataDir, (database) => database.prepare("vacuum into ?").run(copy));
  return () =>
    withDatabase(dataDir, (database) => {
      database.prepare("attach ? as kept").run(copy);
      database.exec("begin immediate");
      for (const table of TABLES) database.exec(`delete from main.${table}`);
      for (const table of TABLES) database.exec(`insert into main.${table} select * from kept.${table}`);
      // Renews the proof of identity, which would expire ten minutes after the sign-in.
      database.prepare("update main.sessions set proved_at = ?").run(Date.now());
      database.exec("commit");
    });
}

/**
 * Resets the file's versions to those of a new panel. Deletes every version except the first, and the record
 * of the version that an instance has loaded.
 */
export function forgetVersions({ dataDir }: Pick<Panel, "dataDir">): void {
  withDatabase(dataDir, (database) =>
    database.exec(
      "delete from config_revisions where id > 1; delete from running_versions; delete from working_versions",
    ),
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
