import "server-only";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { endRestoredApplies } from "@/lib/server/apply";
import type { Audit } from "@/lib/server/audit";
import type { Db } from "@/lib/server/db";
import { archiveOf } from "@/lib/server/monitor/backup/archive";
import { type Backups, backUpBeforeRestore } from "@/lib/server/monitor/backup/backups";
import {
  cancelRestore,
  lastRestore,
  markFinished,
  plannedRestore,
  planRestore,
  type RestoreOutcome,
} from "@/lib/server/monitor/backup/planned-restore";
import type { BackupSchedules } from "@/lib/server/monitor/backup/schedule";
import { compareConfig, contentsInWords } from "@/lib/server/monitor/backup/verify";
import { byOperator } from "@/lib/shared/author";
import type { BackupSchedule, BackupView, VerifiedBackup } from "@/lib/shared/contract/backups";

interface BackupPageDeps {
  env: Pick<Env, "backupDir" | "configPath" | "databaseUrl" | "dataDir">;
  db: Db;
  audit: Pick<Audit, "recordAudit">;
  backups: Backups;
  schedule: BackupSchedules;
}

export function createBackupPage({ env, db, audit, backups, schedule }: BackupPageDeps) {
  const { dataDir, configPath, databaseUrl, backupDir } = env;
  /** Whether a verification runs. Each reads whole backups in a process of its own. */
  let isVerifying = false;

  async function readBack(folder: string, closed: AbortSignal) {
    if (isVerifying)
      throw new AppError("conflict", "Another backup is being verified. Wait for it to finish.");
    isVerifying = true;
    try {
      return await backups.verify(folder, closed);
    } finally {
      isVerifying = false;
    }
  }

  /**
   * @param closed stops the verification, which may take minutes, when the client disconnects
   * @returns what it contains, and what a restore would lose
   * @throws AppError `not-found` or `conflict`
   */
  async function verify(id: string, closed: AbortSignal): Promise<VerifiedBackup> {
    const folder = await backups.folderOf(id);
    const { contents, manifest } = await readBack(folder, closed);
    return {
      contents: contentsInWords(contents),
      refusal:
        (databaseUrl === undefined) === (contents.database === "sqlite")
          ? null
          : "The backup is of another type of database. Run this command in an environment for that type, with an empty database.",
      config: await compareConfig(folder, configPath),
      since: await storedSince(db, Date.parse(manifest.at)),
    };
  }

  return {
    verify,

    view: async (): Promise<BackupView> => ({
      folder: backupDir,
      database: databaseUrl === undefined ? "sqlite" : "postgres",
      ...schedule.view(),
      isKeepFixed: schedule.isKeepFixed,
      backups: await backups.list(),
      plannedRestore: await plannedRestore(dataDir),
      lastRestore: await lastRestore(dataDir),
    }),

    /** @throws AppError `conflict` if BACKUP_KEEP sets another number of backups */
    async saveSchedule(choice: BackupSchedule): Promise<void> {
      if (schedule.isKeepFixed && choice.keep !== schedule.keep())
        throw new AppError(
          "conflict",
          "BACKUP_KEEP in the panel's environment sets how many backups are stored. Change it there, and restart the panel.",
        );
      await schedule.save(choice);
    },

    /** @throws AppError `conflict` if another backup is in progress */
    async start(by: string): Promise<void> {
      if ((await backups.begin(by, { keep: schedule.keep() })) === null)
        throw new AppError("conflict", "A backup is in progress. Wait for it to finish.");
    },

    /**
     * Plans the restore of a backup for the next start. Backs up the present state first.
     * @throws AppError `not-found`, `conflict`, `unavailable`
     */
    planRestore: (
      id: string,
      { by, withConfig, closed }: { by: string; withConfig: boolean; closed: AbortSignal },
    ): Promise<void> =>
      backups.alone(async () => {
        const { refusal } = await verify(id, closed);
        if (refusal !== null) throw new AppError("conflict", refusal);
        const folder = await backups.folderOf(id);
        const listed = (await backups.list()).find((backup) => backup.id === id);
        const before = await backUpBeforeRestore({ dataDir, configPath, databaseUrl, backupDir });
        await backups.recordMade(before, by);
        await planRestore(dataDir, { folder, backupAt: listed?.at ?? Date.now(), by, withConfig, before });
      }),

    cancelRestore: (): Promise<void> => cancelRestore(dataDir),

    /** @throws AppError `not-found`, `conflict` */
    async archive(id: string): Promise<{ name: string; stream: Readable }> {
      const folder = await backups.folderOf(id);
      return { name: `${basename(folder)}.tar.gz`, stream: archiveOf(folder) };
    },

    /** The next start calls it again if this one ends before. */
    async finishRestore(restored: RestoreOutcome): Promise<void> {
      const { by, folder, withConfig } = restored;
      await db.deleteFrom("sessions").execute();
      await endRestored(db);
      await audit.recordAudit(db, {
        actor: byOperator(by),
        action: "backup.restored",
        target: basename(folder),
        detail: { withConfig },
      });
      await backups.recordNewer(restored);
      await markFinished(dataDir, restored);
    },

    /** @throws AppError `not-found`; `conflict` if the backup is not in this machine's backup folder */
    remove: (id: string): Promise<void> => backups.remove(id),
  };
}

/** Ends what was in progress, planned or waiting when the restored backup was made. */
export async function endRestored(db: Db): Promise<void> {
  await endRestoredApplies(db);
  await db.deleteFrom("notifications").execute();
}

async function storedSince(db: Db, at: number): Promise<VerifiedBackup["since"]> {
  const [versions, entries] = await Promise.all([
    db
      .selectFrom("config_revisions")
      .where("created_at", ">", at)
      .where("state", "=", "saved")
      .select((count) => count.fn.countAll().as("count"))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("audit")
      .where("at", ">", at)
      .select((count) => count.fn.countAll().as("count"))
      .executeTakeFirstOrThrow(),
  ]);
  return { versions: Number(versions.count), entries: Number(entries.count) };
}
