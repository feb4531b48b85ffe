import { db } from "@/lib/db";
import { endSessions, recordAudit } from "@/lib/operators";
import { endUserTokens, panelRoute } from "@/lib/panel";

/** Signs the operator out everywhere. */
export const DELETE = panelRoute(async ({ operator }) => {
  await endSessions(db(), operator.id);
  await endUserTokens(operator);
  await recordAudit(db(), {
    actor: operator.username,
    action: "operator.sign-out-everywhere",
    target: operator.username,
  });
  return { ended: true };
});
