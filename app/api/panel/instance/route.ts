import { instanceApi, instanceState } from "@/lib/server/instance";
import { instanceView, panelRoute } from "@/lib/server/panel-api";

/** The instance: which one it is, what it offers, in whose name this session asks, and whether it answers. */
export const GET = panelRoute(async ({ session }) => {
  const url = instanceApi();
  return { ...(await instanceView(session)), ...(url !== null && (await instanceState(url))) };
});
