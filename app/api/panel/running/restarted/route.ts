import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { panelRoute } from "@/lib/server/panel-api";
import { markRestarted } from "@/lib/server/rollout";

/** Records that the instance was restarted, where it cannot be asked itself. */
export const POST = panelRoute(async ({ operator }) =>
  audited(
    db(),
    { actor: operator.username, action: "running.mark" },
    () => markRestarted(db()),
    ({ etag }) => ({ target: etag }),
  ),
);
