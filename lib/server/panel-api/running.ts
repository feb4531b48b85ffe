import "server-only";
import { AppError } from "@/lib/errors";
import { db } from "@/lib/server/db";
import { keepApply, markRestarted, readRunning, requestApply } from "@/lib/server/rollout";
import { runningRoutes } from "@/lib/shared/contract/running";
import { saved } from "./config";
import { handlers } from "./handlers";
import { rowId } from "./row-id";

function numberOf({ id }: { id: string }): number {
  const number = rowId(id);
  if (number === undefined)
    throw new AppError("not-found", "There is no apply with this number. Reload the page.");
  return number;
}

export const running = handlers(runningRoutes, {
  readRunning: () => readRunning(db()),

  applyFile: {
    entry: ({ etag }) => ({ target: etag }),
    async work({ etag, body: { way }, operator, record }) {
      const apply = await requestApply(db(), { etag, actor: operator.username, ...(way && { way }) });
      record({ detail: { apply: apply.id, way: apply.way } });
      return apply;
    },
  },

  keepApply: {
    entry: ({ params }) => ({ detail: { apply: numberOf(params) } }),
    work: ({ params, record }) => saved(keepApply(db(), numberOf(params)), record),
  },

  markRestarted: ({ record }) => saved(markRestarted(db()), record),
});
