import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { ifMatch, panelRoute, readConfirmation, readJson } from "@/lib/server/panel-api";
import { requestApply } from "@/lib/server/rollout";

const bodySchema = z.object({ way: z.enum(["command", "broker", "api"]).optional() });

/**
 * Begins to apply the file to the running instance, which may cut off everybody on it: asks for the operator's password.
 * The application goes on by itself; `GET …/apply/events` tells how.
 */
export const POST = panelRoute(async ({ request, operator }) => {
  const etag = ifMatch(request);
  const { way } = await readJson(request.clone(), bodySchema);
  await readConfirmation(request, operator, "Nothing was applied");
  return audited(
    db(),
    { actor: operator.username, action: "running.apply", target: etag },
    () => requestApply(db(), { etag, actor: operator.username, ...(way && { way }) }),
    (apply) => ({ detail: { apply: apply.id, way: apply.way } }),
  );
});
