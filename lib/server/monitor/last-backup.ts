import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Env } from "@/lib/env";

/**
 * What `npm run backup` leaves in the data folder once a backup is complete. Earlier versions did not name the database:
 * with PostgreSQL their backups did not contain it.
 */
const record = z.object({
  at: z.iso.datetime(),
  folder: z.string().max(4_096),
  database: z.enum(["sqlite", "postgres"]).default("sqlite"),
});

/** The last complete backup of the database in use, and its folder; null when there is none. */
export async function lastBackup({
  dataDir,
  databaseUrl,
}: Pick<Env, "dataDir" | "databaseUrl">): Promise<{ at: number; folder: string } | null> {
  try {
    const text = await readFile(join(/* turbopackIgnore: true */ dataDir, "last-backup.json"), "utf8");
    const { at, folder, database } = record.parse(JSON.parse(text));
    if (database !== (databaseUrl === undefined ? "sqlite" : "postgres")) return null;
    return { at: Date.parse(at), folder };
  } catch {
    return null;
  }
}
