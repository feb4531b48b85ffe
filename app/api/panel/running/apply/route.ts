import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { ifMatch, panelRoute, readConfirmation } from "@/lib/server/panel-api";
import { requestApply } from "@/lib/server/rollout";

/**
 * Begins to apply the file to the running instance, which may cut off everybody on it: asks for the operator's password.
 * The application goes on by itself; `GET …/apply/events` tells how.
 */
export const POST = panelRoute(async ({ request, operator }) => {
  const etag = ifMatch(request);
  await readConfirmation(request, operator, "Nothing was applied");
  return audited(
    db(),
    { actor: operator.username, action: "running.apply", target: etag },
    () => requestApply(db(), { etag, actor: operator.username }),
    ({ id, way }) => ({ detail: { apply: id, way } }),
  );
});
