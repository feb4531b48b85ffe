import * as z from "zod/mini";
import { ownPassword } from "./operators";
import { route } from "./route";

const backup = z.object({
  id: z.string(),
  /** When it began (ms since 1970). */
  at: z.number(),
  /** Who made it; null: the schedule. */
  by: z.nullable(z.string()),
  state: z.enum(["running", "done", "failed"]),
  /** Where it is, on the machine of the panel that made it. */
  folder: z.string(),
  /** Bytes; null if it is not known. */
  size: z.nullable(z.number()),
  /** Why it failed, and what to do. */
  problem: z.nullable(z.string()),
});
/** A backup that the panel made, or tried to. */
export type Backup = z.infer<typeof backup>;

/** When backups are made, and how many are stored. */
const backupSchedule = z.object({
  /** "03:00" in UTC, each day; null: only by hand. */
  time: z.nullable(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 03:00."))),
  keep: z
    .number()
    .check(
      z.refine(
        (count) => Number.isInteger(count) && count >= 1 && count <= 365,
        "Enter a number from 1 to 365.",
      ),
    ),
});
export type BackupSchedule = z.infer<typeof backupSchedule>;

const backupView = z.object({
  /** The folder that holds a folder for each backup. */
  folder: z.string(),
  database: z.enum(["sqlite", "postgres"]),
  schedule: backupSchedule,
  /** When the next one is due (ms since 1970); null without a schedule. */
  nextAt: z.nullable(z.number()),
  /** The newest first. */
  backups: z.array(backup),
});
export type BackupView = z.infer<typeof backupView>;

export const backupRoutes = {
  getBackups: route("GET", "/backups", {
    summary: "Lists the last backups and says when the next one is made.",
    role: "viewer",
    answer: backupView,
  }),
  startBackup: route("POST", "/backups", {
    summary: "Begins a backup and answers at once. The list says how it ends.",
    role: "editor",
    audit: "backup.start",
    answer: backupView,
  }),
  saveBackupSchedule: route("PUT", "/backups/schedule", {
    summary: "Sets when backups are made and how many are stored. Older ones are deleted.",
    role: "owner",
    audit: "backup.schedule",
    proof: { refusal: "The schedule was not changed" },
    body: z.extend(backupSchedule, { password: ownPassword }),
    answer: backupView,
  }),
};
