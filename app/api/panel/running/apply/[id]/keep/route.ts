import { audited } from "@/lib/server/audit";
import { AppError } from "@/lib/errors";
import { db } from "@/lib/server/db";
import { panelRoute, rowId } from "@/lib/server/panel-api";
import { keepApply } from "@/lib/server/rollout";

/** Keeps a version that is not confirmed: the roll-back that it counts down to does not happen. */
export const POST = panelRoute<{ id: string }>(async ({ params, operator }) => {
  const id = rowId(params.id);
  if (id === undefined) {
    throw new AppError("not-found", "There is no application of the file with this number. Reload the page.");
  }
  return audited(
    db(),
    { actor: operator.username, action: "running.keep", detail: { apply: id } },
    () => keepApply(db(), id),
    ({ etag }) => ({ target: etag }),
  );
});
