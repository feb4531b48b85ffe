import { applyEventStream, panelRoute } from "@/lib/server/panel-api";

/** How the application of the file goes, as server-sent events. */
export const GET = panelRoute(async ({ request }) => applyEventStream(request.signal));
