import { configEventStream, panelRoute } from "@/lib/server/panel-api";

/** Changes of the file as they happen (server-sent events). */
export const GET = panelRoute(({ request }) => configEventStream(request.signal));
