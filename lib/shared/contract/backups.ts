import * as z from "zod/mini";
import { route } from "./route";

const backup = z.object({
  id: z.string(),
  at: z.number(),
  by: z.nullable(z.string()),
  /** `gone`: its folder was moved or deleted, or its disk is not mounted. */
  state: z.enum(["running", "done", "failed", "gone"]),
  folder: z.string(),
  size: z.nullable(z.number()),
  problem: z.nullable(z.string()),
  isReadBack: z.boolean(),
});
export type Backup = z.infer<typeof backup>;

const restore = z.object({
  /** When the restored backup was made, in milliseconds since 1970. */
  backupAt: z.number(),
  by: z.string(),
  withConfig: z.boolean(),
  before: z.string(),
});

const endedRestore = z.extend(restore, {
  /** When the restore ended, in milliseconds since 1970. */
  at: z.number(),
  problem: z.nullable(z.string()),
});

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
  folder: z.string(),
  database: z.enum(["sqlite", "postgres"]),
  schedule: backupSchedule,
  /** Null if there is no schedule. */
  nextAt: z.nullable(z.number()),
  /** Whether BACKUP_KEEP sets how many backups are stored. */
  isKeepFixed: z.boolean(),
  backups: z.array(backup),
  plannedRestore: z.nullable(restore),
  lastRestore: z.nullable(endedRestore),
});
export type BackupView = z.infer<typeof backupView>;

const verifiedBackup = z.object({
  /** In words, such as "12 versions, 2 operators, the configuration file". */
  contents: z.string(),
  refusal: z.nullable(z.string()),
  config: z.enum(["same", "differs", "missing"]),
  since: z.object({ versions: z.number(), entries: z.number() }),
});
export type VerifiedBackup = z.infer<typeof verifiedBackup>;

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
    role: "editor",
    audit: "backup.verify",
    answer: verifiedBackup,
  }),
  downloadBackup: route("POST", "/backups/:id/download", {
    summary: "Returns a backup on this machine as a compressed tar archive. It contains every secret.",
    role: "owner",
    audit: "backup.download",
    proof: { refusal: "Nothing was downloaded" },
    answer: "stream",
  }),
  restoreBackup: route("POST", "/backups/:id/restore", {
    summary:
      "Verifies a backup, backs up the present state, and plans the restore. The panel restores the backup at its next start.",
    role: "owner",
    audit: "backup.restore",
    proof: { refusal: "Nothing was restored" },
    body: z.object({
      withConfig: z.boolean(),
    }),
    answer: backupView,
  }),
  cancelRestore: route("DELETE", "/planned-restore", {
    summary: "Cancels the planned restore.",
    role: "owner",
    audit: "backup.restore.cancel",
    answer: backupView,
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
