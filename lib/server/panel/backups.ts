import "server-only";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { byOperator } from "@/lib/shared/author";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { announce, type Db, db, onAnnouncement, stopBeforeClose } from "@/lib/server/db";
import { archiveOf } from "@/lib/server/monitor/backup/archive";
import { backUpBeforeRestore, createBackups } from "@/lib/server/monitor/backup/backups";
import {
  cancelRestore,
  lastRestore,
  plannedRestore,
  planRestore,
  type RestoreOutcome,
} from "@/lib/server/monitor/backup/planned-restore";
import { compareConfig, contentsInWords, verifyBackup } from "@/lib/server/monitor/backup/verify";
import { recordAudit } from "@/lib/server/audit";
import { createBackupSchedule } from "@/lib/server/monitor/backup/schedule";
import { theNotifier } from "./rooms";
import type { BackupSchedule, BackupView, VerifiedBackup } from "@/lib/shared/contract/backups";

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
  const { dataDir, backupDir, databaseUrl } = env();
  const { backups, schedule } = theBackups();
  return {
    folder: backupDir,
    database: databaseUrl === undefined ? "sqlite" : "postgres",
    ...schedule.view(),
    isKeepFixed: schedule.isKeepFixed,
    backups: await backups.list(),
    plannedRestore: await plannedRestore(dataDir),
    lastRestore: await lastRestore(dataDir),
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

/** Reads a backup back. @returns what it contains, and what a restore would lose @throws AppError `not-found` or `conflict` */
export async function verifiedBackup(id: string): Promise<VerifiedBackup> {
  const { databaseUrl, configPath } = env();
  const folder = await theBackups().backups.folderOf(id);
  const { contents, manifest } = await verifyBackup(folder);
  const since = await storedSince(db(), Date.parse(manifest.at));
  return {
    contents: contentsInWords(contents),
    refusal:
      databaseUrl === undefined && contents.database === "sqlite"
        ? null
        : "The panel restores only SQLite databases by itself, because other replicas may use a PostgreSQL database. Stop every replica, create an empty database, set DATABASE_URL to it, and run this command with the panel's environment.",
    config: await compareConfig(folder, configPath),
    since,
  };
}

/** Counts what was stored since a time (ms since 1970). */
async function storedSince(database: Db, at: number): Promise<VerifiedBackup["since"]> {
  const [versions, entries] = await Promise.all([
    database
      .selectFrom("config_revisions")
      .where("created_at", ">", at)
      .where("state", "=", "saved")
      .select((count) => count.fn.countAll().as("count"))
      .executeTakeFirstOrThrow(),
    database
      .selectFrom("audit")
      .where("at", ">", at)
      .select((count) => count.fn.countAll().as("count"))
      .executeTakeFirstOrThrow(),
  ]);
  return { versions: Number(versions.count), entries: Number(entries.count) };
}

/**
 * Plans the restore of a backup for the next start. Backs up the present state first.
 * @throws AppError `not-found`, `conflict`, `unavailable`
 */
export async function planBackupRestore(id: string, by: string, withConfig: boolean): Promise<void> {
  const { dataDir, configPath, databaseUrl, backupDir } = env();
  const { refusal } = await verifiedBackup(id);
  if (refusal !== null) throw new AppError("conflict", refusal);
  const { backups } = theBackups();
  const folder = await backups.folderOf(id);
  const listed = (await backups.list()).find((backup) => backup.id === id);
  const before = await backUpBeforeRestore({ dataDir, configPath, databaseUrl, backupDir });
  await backups.recordMade(before);
  await planRestore(dataDir, { folder, backupAt: listed?.at ?? Date.now(), by, withConfig, before });
}

export const cancelPlannedRestore = (): Promise<void> => cancelRestore(env().dataDir);

/** Returns a backup as an archive. @throws AppError `not-found`, `conflict` */
export async function backupArchive(id: string): Promise<{ name: string; stream: Readable }> {
  const folder = await theBackups().backups.folderOf(id);
  return { name: `${basename(folder)}.tar.gz`, stream: archiveOf(folder) };
}

/** Finishes a restore in the restored database: signs everybody out, and records the restore there. */
export async function finishRestore({ by, folder, before, withConfig }: RestoreOutcome): Promise<void> {
  await db().deleteFrom("sessions").execute();
  await recordAudit(db(), {
    actor: byOperator(by),
    action: "backup.restored",
    target: basename(folder),
    detail: { withConfig },
  });
  await theBackups().backups.recordMade(before);
}

/** @throws AppError `not-found`; `conflict` if the backup is not in this machine's backup folder */
export const deleteBackup = (id: string): Promise<void> => theBackups().backups.remove(id);
