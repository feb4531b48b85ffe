import "server-only";
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "@/lib/errors";
import { linesOf } from "@/lib/lines";
import { giveToFolderOwner, replaceFile } from "@/lib/server/config-file";
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
  // SQLite would apply the log of another database to the restored one.
  if (places.databaseUrl === undefined)
    for (const end of ["-wal", "-shm", ""]) moves.push({ from: files.sqlite + end, to: database + end });

  const mark = `before-restore-${new Date().toISOString().replaceAll(/[-:.]/g, "")}`;
  const config = { path: places.configPath, dataDir: places.dataDir };
  const keptConfig = join(places.dataDir, `config.json.${mark}`);
  const restoresConfig = withConfig && existsSync(files.config);
  let earlierConfig: Buffer | null | undefined;
  try {
    await copied(async () => {
      for (const { from, to } of moves) await copyBeside(from, to);
      if (restoresConfig && existsSync(config.path)) await copyTo(keptConfig, config.path);
    });
    const last = async () => {
      if (restoresConfig) earlierConfig = await replaceFile(config, await readFile(files.config));
    };
    if (places.databaseUrl === undefined) await last();
    else if (replaces)
      await replaceWithDump(places.databaseUrl, linesOf(files.postgres), schemaOf(mark), { last });
    else await restorePostgres(places.databaseUrl, files.postgres, last);
  } catch (error) {
    if (earlierConfig === null) await rm(config.path);
    else if (earlierConfig) await replaceFile(config, earlierConfig);
    for (const path of [...moves.map(({ to }) => `${to}.new`), keptConfig]) await rm(path, { force: true });
    throw error;
  }
  const renamed = existsSync(keptConfig) ? [keptConfig] : [];
  for (const { to } of moves) {
    if (existsSync(to)) {
      await rename(to, `${to}.${mark}`);
      renamed.push(`${to}.${mark}`);
    }
    if (existsSync(`${to}.new`)) await rename(`${to}.new`, to);
  }
  await flush(places.dataDir);
  return { contents, renamed };
}

/** Copies everything before anything changes, because only copying can run out of space. */
async function copied(copy: () => Promise<void>): Promise<void> {
  try {
    await copy();
  } catch (cause) {
    throw new AppError(
      "unavailable",
      `The backup could not be copied (${cause instanceof Error ? cause.message : String(cause)}). Nothing was changed. Free some space or correct the permissions, and try again.`,
      { cause },
    );
  }
}

const schemaOf = (mark: string): string => mark.toLowerCase().replaceAll("-", "_");

async function copyBeside(from: string, to: string): Promise<void> {
  await rm(`${to}.new`, { force: true });
  if (!existsSync(from)) return;
  await copyTo(`${to}.new`, from);
}

async function copyTo(path: string, from: string): Promise<void> {
  await copyFile(from, path);
  await chmod(path, 0o600);
  await giveToFolderOwner(path);
  await flush(path);
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

async function restorePostgres(url: string, dump: string, last: () => Promise<void>): Promise<void> {
  const db = openPostgres(url);
  try {
    await restoreDump(db, linesOf(dump), { last });
  } finally {
    await db.destroy();
  }
}
