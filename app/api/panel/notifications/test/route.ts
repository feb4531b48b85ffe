import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { panelRoute } from "@/lib/server/panel-api";
import { sendTest } from "@/lib/server/monitor/notify";

/** Sends a test message to the webhook of NOTIFY_URL. That it was not taken is part of the answer. */
export const POST = panelRoute(({ operator }) =>
  audited(
    db(),
    { actor: operator.username, action: "notify.test" },
    () => sendTest(operator.username),
    ({ isSent }) => ({ detail: { isSent } }),
  ),
);
