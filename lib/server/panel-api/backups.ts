import "server-only";
import { beginBackup, inProgress } from "@/lib/server/monitor/backups";
import { backupSchedule, backupView, saveSchedule } from "@/lib/server/panel/backups";
import { backupRoutes } from "@/lib/shared/contract/backups";
import { handlers } from "./handlers";

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
