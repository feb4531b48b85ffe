import * as z from "zod/mini";
import { route } from "./route";

const backup = z.object({
  id: z.string(),
  /** When the backup started, in milliseconds since 1970. */
  at: z.number(),
  /** Name of the operator who started the backup. Null for a scheduled backup. */
  by: z.nullable(z.string()),
  state: z.enum(["running", "done", "failed"]),
  /** Path of the folder on the machine that made the backup. */
  folder: z.string(),
  /** Size in bytes. Null if unknown. */
  size: z.nullable(z.number()),
  /** Why the backup failed, and what to do. */
  problem: z.nullable(z.string()),
  /** Whether the program that made the backup read it back, so that it was intact at that time. */
  isReadBack: z.boolean(),
});
/** A backup or a failed attempt. */
export type Backup = z.infer<typeof backup>;

/** When backups are made, and how many are stored. */
const backupSchedule = z.object({
  /** Time of day in UTC, such as "03:00". Null if there is no schedule. */
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
  /** Path of the folder that contains a folder for each backup. */
  folder: z.string(),
  database: z.enum(["sqlite", "postgres"]),
  schedule: backupSchedule,
  /** When the next backup is due, in milliseconds since 1970. Null if there is no schedule. */
  nextAt: z.nullable(z.number()),
  /** Whether BACKUP_KEEP sets how many backups are stored. */
  isKeepFixed: z.boolean(),
  /** The newest backup comes first. */
  backups: z.array(backup),
});
export type BackupView = z.infer<typeof backupView>;

export const backupRoutes = {
  getBackups: route("GET", "/backups", {
    summary: "Lists the most recent backups and the time of the next one.",
    role: "viewer",
    answer: backupView,
  }),
  startBackup: route("POST", "/backups", {
    summary:
      "Starts a backup and answers immediately. The list shows the outcome. The oldest backups above the number to keep are deleted.",
    role: "editor",
    audit: "backup.start",
    // Without proof of identity, a stolen session could be used to start backups until all older ones are deleted.
    proof: { refusal: "No backup was started" },
    answer: backupView,
  }),
  verifyBackup: route("POST", "/backups/:id/verify", {
    summary: "Reads a backup on this machine back, and returns what it contains. Fails with what is wrong.",
    role: "viewer",
    audit: "backup.verify",
    answer: z.object({
      /** In words, such as "12 versions, 2 operators, the configuration file". */
      contents: z.string(),
    }),
  }),
  deleteBackup: route("DELETE", "/backups/:id", {
    summary: "Deletes a backup that the panel made on this machine.",
    role: "owner",
    audit: "backup.delete",
    proof: { refusal: "No backup was deleted" },
    answer: backupView,
  }),
  saveBackupSchedule: route("PUT", "/backups/schedule", {
    summary: "Sets when backups are made and how many are stored. Older ones are deleted.",
    role: "owner",
    audit: "backup.schedule",
    proof: { refusal: "The schedule was not changed" },
    body: backupSchedule,
    answer: backupView,
  }),
};
