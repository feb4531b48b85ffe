import "server-only";
import { Readable } from "node:stream";
import { backupRoutes } from "@/lib/shared/contract/backups";
import { handlers } from "./handlers";

export const backups = handlers(backupRoutes, ({ panel: { backups: page } }) => ({
  getBackups: () => page.view(),

  async startBackup({ operator }) {
    await page.start(operator.username);
    return page.view();
  },

  verifyBackup: {
    entry: ({ params }) => ({ target: params.id }),
    work: ({ params, request }) => page.verify(params.id, request.closed()),
  },

  downloadBackup: {
    entry: ({ params }) => ({ target: params.id }),
    async work({ params }) {
      const { name, stream } = await page.archive(params.id);
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
    async work({ params, body: { withConfig }, operator, request }) {
      const plan = { by: operator.username, withConfig, closed: request.closed() };
      await page.planRestore(params.id, plan);
      return page.view();
    },
  },

  async cancelRestore() {
    await page.cancelRestore();
    return page.view();
  },

  deleteBackup: {
    entry: ({ params }) => ({ target: params.id }),
    async work({ params }) {
      await page.remove(params.id);
      return page.view();
    },
  },

  saveBackupSchedule: {
    entry: ({ body: { time, keep } }) => ({ detail: { time, keep } }),
    async work({ body }) {
      await page.saveSchedule({ time: body.time, keep: body.keep });
      return page.view();
    },
  },
}));
