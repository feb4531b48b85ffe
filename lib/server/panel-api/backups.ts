import "server-only";
import { env } from "@/lib/env";
import { beginBackup, inProgress, listBackups } from "@/lib/server/monitor/backups";
import { backupRoutes, type BackupView } from "@/lib/shared/contract/backups";
import { backupSchedule, saveSchedule } from "./backup-schedule";
import { handlers } from "./handlers";

export async function backupView(): Promise<BackupView> {
  const { backupDir, databaseUrl } = env();
  return {
    folder: backupDir,
    database: databaseUrl === undefined ? "sqlite" : "postgres",
    ...backupSchedule(),
    backups: await listBackups(),
  };
}

export const backups = handlers(backupRoutes, {
  getBackups: backupView,

  async startBackup({ operator }) {
    const { keep } = backupSchedule().schedule;
    if ((await beginBackup(operator.username, { keep })) === null) throw inProgress();
    return backupView();
  },

  saveBackupSchedule: {
    entry: ({ body: { time, keep } }) => ({ detail: { time, keep } }),
    async work({ body }) {
      const { time, keep } = body;
      await saveSchedule({ time, keep });
      return backupView();
    },
  },
});
