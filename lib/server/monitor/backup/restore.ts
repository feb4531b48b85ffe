import "server-only";
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "@/lib/errors";
import { openPostgres, restoreDump, SqliteConnection } from "@/lib/server/db";
import { backupFiles, flush, KEPT, linesOf, type Places } from "./files";
import { type BackupContents, verifyBackup } from "./verify";

/**
 * Verifies a backup and copies it to the places of the environment. Files that exist there are renamed, not removed. The
 * panel must not run.
 * @returns the contents, and the files that were renamed
 * @throws AppError `conflict` if the backup is damaged or does not fit the environment; nothing was changed then
 */
export async function restoreBackup(
  folder: string,
  places: Places,
): Promise<{ contents: BackupContents; renamed: string[] }> {
  const { contents } = await verifyBackup(folder);
  const files = backupFiles(folder);
  if (contents.database === "sqlite" && places.databaseUrl !== undefined)
    throw new AppError(
      "conflict",
      "The backup is of a SQLite database, and DATABASE_URL is set. Nothing was changed. Remove DATABASE_URL, and try again.",
    );
  if (contents.database === "postgres" && places.databaseUrl === undefined)
    throw new AppError(
      "conflict",
      "The backup is of a PostgreSQL database. Nothing was changed. Create an empty database, set DATABASE_URL to it and try again.",
    );
  await mkdir(places.dataDir, { recursive: true, mode: 0o700 });
  const database = join(places.dataDir, "instance.db");
  if (places.databaseUrl === undefined) refuseIfOpen(database);
  else await restorePostgres(places.databaseUrl, files.postgres);

  const mark = `before-restore-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "")}`;
  const renamed: string[] = [];
  const replace = async (from: string, to: string) => {
    if (existsSync(to)) {
      await rename(to, `${to}.${mark}`);
      renamed.push(`${to}.${mark}`);
    }
    if (!existsSync(from)) return;
    await copyFile(from, `${to}.new`);
    await chmod(`${to}.new`, 0o600);
    await flush(`${to}.new`);
    await rename(`${to}.new`, to);
  };
  for (const name of KEPT) await replace(join(folder, name), join(places.dataDir, name));
  if (existsSync(files.config)) {
    await mkdir(dirname(places.configPath), { recursive: true });
    await replace(files.config, places.configPath);
    await flush(dirname(places.configPath));
  }
  if (places.databaseUrl === undefined) {
    // SQLite would apply the log of another database to the restored one.
    for (const end of ["-wal", "-shm"]) await replace(`${files.sqlite}${end}`, `${database}${end}`);
    await replace(files.sqlite, database);
  }
  await flush(places.dataDir);
  return { contents, renamed };
}

/** @throws AppError `conflict` if a panel uses the database */
function refuseIfOpen(path: string): void {
  if (!existsSync(path)) return;
  let connection: SqliteConnection | undefined;
  try {
    connection = new SqliteConnection(path, { busyTimeout: 0 });
    // While another process has the file open, the journal mode cannot change.
    connection.exec(
      "pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive; rollback",
    );
  } catch (error) {
    if (!/lock/i.test(String(error))) return;
    throw new AppError(
      "conflict",
      `Another process uses ${path}. Nothing was changed. Stop the panel, and try again.`,
      { cause: error },
    );
  } finally {
    connection?.close();
  }
}

async function restorePostgres(url: string, dump: string): Promise<void> {
  const db = openPostgres(url);
  try {
    await restoreDump(db, linesOf(dump));
  } finally {
    await db.destroy();
  }
}
