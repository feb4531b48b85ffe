import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { endSession, tellEndedSessions } from "@/lib/server/operators";
import { endUserTokens, panelRoute } from "@/lib/server/panel-api";

/** Ends one of the operator's own sessions. The id comes from `GET /api/panel/account/sessions`. */
export const DELETE = panelRoute<{ id: string }>(async ({ operator, params }) => {
  const { id, username } = operator;
  await audited(db(), { actor: username, action: "session.end", target: username }, async () => {
    if (!(await endSession(db(), id, params.id))) {
      throw new AppError("not-found", "This session has already ended. Reload the page to see the others.");
    }
    await endUserTokens(operator);
  });
  void tellEndedSessions();
  return { ended: true };
});
