import "server-only";
import {
  backupView,
  deleteBackup,
  saveSchedule,
  startBackup,
  verifiedContents,
} from "@/lib/server/panel/backups";
import { backupRoutes } from "@/lib/shared/contract/backups";
import { handlers } from "./handlers";

export const backups = handlers(backupRoutes, {
  getBackups: backupView,

  async startBackup({ operator }) {
    await startBackup(operator.username);
    return backupView();
  },

  verifyBackup: {
    entry: ({ params }) => ({ target: params.id }),
    work: async ({ params }) => ({ contents: await verifiedContents(params.id) }),
  },

  deleteBackup: {
    entry: ({ params }) => ({ target: params.id }),
    async work({ params }) {
      await deleteBackup(params.id);
      return backupView();
    },
  },

  saveBackupSchedule: {
    entry: ({ body: { time, keep } }) => ({ detail: { time, keep } }),
    async work({ body }) {
      await saveSchedule({ time: body.time, keep: body.keep });
      return backupView();
    },
  },
});
