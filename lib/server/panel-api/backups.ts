import "server-only";
import { Readable } from "node:stream";
import {
  backupArchive,
  backupView,
  cancelPlannedRestore,
  planBackupRestore,
  deleteBackup,
  saveSchedule,
  startBackup,
  verifiedBackup,
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
    work: ({ params }) => verifiedBackup(params.id),
  },

  downloadBackup: {
    entry: ({ params }) => ({ target: params.id }),
    async work({ params }) {
      const { name, stream } = await backupArchive(params.id);
      return {
        stream: Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>,
        headers: {
          "content-type": "application/gzip",
          "content-disposition": `attachment; filename="${name}"`,
        },
      };
    },
  },

  restoreBackup: {
    entry: ({ params, body: { withConfig } }) => ({ target: params.id, detail: { withConfig } }),
    async work({ params, body: { withConfig }, operator }) {
      await planBackupRestore(params.id, operator.username, withConfig);
      return backupView();
    },
  },

  async cancelRestore() {
    await cancelPlannedRestore();
    return backupView();
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
