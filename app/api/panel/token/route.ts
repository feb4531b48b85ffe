import { instanceStore } from "@/lib/server/instance";
import { localUserId, panelRoute } from "@/lib/server/panel-api";

const expiresInSeconds = 15 * 60;

/** A short-lived user token of the signed-in operator, for calling the instance API. `expiresAt` is ISO 8601. */
export const GET = panelRoute(async ({ operator }) => {
  const { token, expiresAt } = await instanceStore().issueUserToken(localUserId(operator), {
    expiresInSeconds,
  });
  return { token, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() };
});
