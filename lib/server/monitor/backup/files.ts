import "server-only";
import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";

/** The files of a backup. The panel can start with a backup of a SQLite database as its DATA_DIR. */
export const backupFiles = (folder: string) => ({
  sqlite: join(folder, "instance.db"),
  postgres: join(folder, "instance.jsonl"),
  config: join(folder, "config.json"),
  /** Describes the backup, and is written last. */
  manifest: join(folder, "backup.json"),
});

/** Files of the data folder that a backup contains, besides the database. */
export const KEPT = ["nextauth-secret", "audit-key", "audit-head"];

export interface Places {
  dataDir: string;
  configPath: string;
  databaseUrl: string | undefined;
}

export async function flush(path: string): Promise<void> {
  if (!existsSync(path)) return;
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
