import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { endSessions, listSessions } from "@/lib/server/operators";
import { endUserTokens, panelRoute } from "@/lib/server/panel-api";

/** The browsers in which the operator is signed in, most recently used first. */
export const GET = panelRoute(({ operator, session }) => listSessions(db(), operator.id, session.id));

/** Signs the operator out everywhere. */
export const DELETE = panelRoute(async ({ operator }) => {
  const { id, username } = operator;
  await audited(
    db(),
    { actor: username, action: "operator.sign-out-everywhere", target: username },
    async () => {
      await endSessions(db(), id);
      await endUserTokens(operator);
    },
  );
  return { ended: true };
});
