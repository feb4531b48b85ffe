import { panelEventStream, panelRoute } from "@/lib/server/panel-api";

/** Changes of the file, and the steps of an apply, as they happen (server-sent events). */
export const GET = panelRoute(({ request }) => panelEventStream(request));
