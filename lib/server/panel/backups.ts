import "server-only";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { announce, db, onAnnouncement, stopBeforeClose } from "@/lib/server/db";
import { createBackups } from "@/lib/server/monitor/backup/backups";
import { contentsInWords, verifyBackup } from "@/lib/server/monitor/backup/verify";
import { createBackupSchedule } from "@/lib/server/monitor/backup/schedule";
import { theNotifier } from "./rooms";
import type { BackupSchedule, BackupView } from "@/lib/shared/contract/backups";

/** The backups of this process and their schedule. */
export const theBackups = () =>
  processSingleton("backups", () => {
    const { dataDir, configPath, databaseUrl, backupDir, backupKeep } = env();
    const clock = { now: () => Date.now() };
    const backups = createBackups({
      db: db(),
      places: { dataDir, configPath, databaseUrl },
      backupDir,
      clock,
      log: log(),
      onFailure: (reason) => theNotifier().notify({ event: "backup-failed", reason }),
    });
    const schedule = createBackupSchedule({
      db: db(),
      backups,
      keepFixed: backupKeep,
      clock,
      log: log(),
      announce,
      onAnnouncement,
    });
    stopBeforeClose(async () => {
      // A check for a due backup may start a backup.
      await schedule.stop();
      await backups.stop();
    });
    return { backups, schedule };
  });

export async function backupView(): Promise<BackupView> {
  const { backupDir, databaseUrl } = env();
  const { backups, schedule } = theBackups();
  return {
    folder: backupDir,
    database: databaseUrl === undefined ? "sqlite" : "postgres",
    ...schedule.view(),
    isKeepFixed: schedule.isKeepFixed,
    backups: await backups.list(),
  };
}

/** @throws AppError `conflict` if BACKUP_KEEP sets another number of backups */
export async function saveSchedule(wanted: BackupSchedule): Promise<void> {
  const { schedule } = theBackups();
  if (schedule.isKeepFixed && wanted.keep !== schedule.keep())
    throw new AppError(
      "conflict",
      "BACKUP_KEEP in the panel's environment sets how many backups are stored. Change it there, and restart the panel.",
    );
  await schedule.save(wanted);
}

/** @throws AppError `conflict` if another backup is in progress */
export async function startBackup(by: string): Promise<void> {
  const { backups, schedule } = theBackups();
  if ((await backups.begin(by, { keep: schedule.keep() })) === null)
    throw new AppError("conflict", "A backup is in progress. Wait for it to finish.");
}

/** Reads a backup back. @returns what it contains, in words @throws AppError `not-found` or `conflict` */
export async function verifiedContents(id: string): Promise<string> {
  const { contents } = await verifyBackup(await theBackups().backups.folderOf(id));
  return contentsInWords(contents);
}

/** @throws AppError `not-found`; `conflict` if the backup is not in this machine's backup folder */
export const deleteBackup = (id: string): Promise<void> => theBackups().backups.remove(id);
