import "server-only";
import { backupView, saveSchedule, startBackup } from "@/lib/server/panel/backups";
import { backupRoutes } from "@/lib/shared/contract/backups";
import { handlers } from "./handlers";

export const backups = handlers(backupRoutes, {
  getBackups: backupView,

  async startBackup({ operator }) {
    await startBackup(operator.username);
    return backupView();
  },

  saveBackupSchedule: {
    entry: ({ body: { time, keep } }) => ({ detail: { time, keep } }),
    async work({ body }) {
      await saveSchedule({ time: body.time, keep: body.keep });
      return backupView();
    },
  },
});
