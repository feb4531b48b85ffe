import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** What `npm run backup` leaves in the data folder once a backup is complete. */
const record = z.object({ at: z.iso.datetime(), folder: z.string().max(4_096) });

/** The last complete backup, and where to; null when there was none, or nothing is known of one. */
export async function lastBackup(dataDir: string): Promise<{ at: number; folder: string } | null> {
  try {
    const text = await readFile(join(/* turbopackIgnore: true */ dataDir, "last-backup.json"), "utf8");
    const { at, folder } = record.parse(JSON.parse(text));
    return { at: Date.parse(at), folder };
  } catch {
    return null;
  }
}
