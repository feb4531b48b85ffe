import "server-only";
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "@/lib/errors";
import { linesOf } from "@/lib/lines";
import { openPostgres, replaceWithDump, restoreDump, SqliteConnection } from "@/lib/server/db";
import { backupFiles, flush, KEPT, type Places } from "./files";
import { type BackupContents, verifyBackup } from "./verify";

/**
 * Files that exist there are renamed, not removed. The panel must not run.
 * @param options.withConfig whether the configuration file is restored too
 * @param options.replaces whether tables in a PostgreSQL database are replaced; they stay in another schema
 * @returns the contents, and the files that were renamed
 * @throws AppError `conflict` if the backup is damaged or does not fit the environment; nothing was changed
 * then
 */
export async function restoreBackup(
  folder: string,
  places: Places,
  { withConfig = true, replaces = false }: { withConfig?: boolean; replaces?: boolean } = {},
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

  const moves: { from: string; to: string }[] = KEPT.map((name) => ({
    from: join(folder, name),
    to: join(places.dataDir, name),
  }));
  if (withConfig && existsSync(files.config)) moves.push({ from: files.config, to: places.configPath });
  // SQLite would apply the log of another database to the restored one.
  if (places.databaseUrl === undefined)
    for (const end of ["-wal", "-shm", ""]) moves.push({ from: files.sqlite + end, to: database + end });
  const mark = `before-restore-${new Date().toISOString().replaceAll(/[-:.]/g, "")}`;
  // Copies everything first, because only copying can run out of space.
  try {
    for (const { from, to } of moves) await copyBeside(from, to);
    if (places.databaseUrl !== undefined)
      await (replaces
        ? replaceWithDump(places.databaseUrl, linesOf(files.postgres), schemaOf(mark))
        : restorePostgres(places.databaseUrl, files.postgres));
  } catch (error) {
    for (const { to } of moves) await rm(`${to}.new`, { force: true });
    throw error;
  }
  const renamed: string[] = [];
  for (const { to } of moves) {
    if (existsSync(to)) {
      await rename(to, `${to}.${mark}`);
      renamed.push(`${to}.${mark}`);
    }
    if (existsSync(`${to}.new`)) await rename(`${to}.new`, to);
  }
  for (const place of new Set(moves.map(({ to }) => dirname(to)))) await flush(place);
  return { contents, renamed };
}

const schemaOf = (mark: string): string => mark.toLowerCase().replaceAll("-", "_");

async function copyBeside(from: string, to: string): Promise<void> {
  await rm(`${to}.new`, { force: true });
  if (!existsSync(from)) return;
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, `${to}.new`);
  await chmod(`${to}.new`, 0o600);
  await flush(`${to}.new`);
}

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
