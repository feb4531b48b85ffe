import "server-only";
import { createWriteStream, existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "@/lib/errors";
import { dumpLines, openPostgres, SqliteConnection } from "@/lib/server/db";
import { backupFiles, flush, KEPT, type Places } from "./files";
import { type BackupContents, describeBackup } from "./verify";

/**
 * Copies the panel's data to a new folder, even while the panel runs: a consistent snapshot of the database,
 * the configuration file and the secrets. Then reads the backup back.
 */
export async function makeBackup(places: Places, folder: string): Promise<BackupContents> {
  if (existsSync(folder))
    throw new AppError(
      "conflict",
      `${folder} already exists. Choose a new folder, so that no earlier backup is overwritten.`,
    );
  const at = new Date().toISOString();
  const files = backupFiles(folder);
  const database = join(places.dataDir, "instance.db");
  if (places.databaseUrl === undefined && !existsSync(database))
    throw new AppError(
      "not-found",
      `There is no database at ${database}. Set DATA_DIR to the same folder as for npm start.`,
    );
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // The head of the audit log must not name an entry that is newer than the copy of the database.
    for (const name of KEPT)
      if (existsSync(join(places.dataDir, name)))
        await copyFile(join(places.dataDir, name), join(folder, name));
    await (places.databaseUrl === undefined
      ? copySqlite(database, files.sqlite)
      : dumpPostgres(places.databaseUrl, files.postgres));
    if (existsSync(places.configPath)) await copyFile(places.configPath, files.config);
    const { contents, manifest } = await describeBackup(folder, { configPath: places.configPath, at });
    await writeFile(files.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
    for (const name of await readdir(folder)) {
      await chmod(join(folder, name), 0o600);
      await flush(join(folder, name));
    }
    await flush(folder);
    return contents;
  } catch (error) {
    // The folder is new, so it contains only parts of this backup.
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function copySqlite(source: string, copy: string): Promise<void> {
  const connection = new SqliteConnection(source, { busyTimeout: 10_000, readOnly: true });
  try {
    // A single statement reads a consistent snapshot and does not block writers.
    connection.prepare("vacuum into ?").run(copy);
  } finally {
    connection.close();
  }
  // The process that makes the backup holds a lease, which would block the restored panel for a minute.
  const copied = new SqliteConnection(copy, { busyTimeout: 0 });
  try {
    copied.exec("delete from leases");
  } finally {
    copied.close();
  }
}

async function dumpPostgres(url: string, copy: string): Promise<void> {
  const db = openPostgres(url);
  try {
    await pipeline(Readable.from(dumpLines(db)), createWriteStream(copy, { mode: 0o600 }));
  } finally {
    await db.destroy();
  }
}
