import { applicationsFor, panelRoute } from "@/lib/server/panel-api";

/** The operator's own applications, newest first. They are created through the instance API. */
export const GET = panelRoute(({ operator }) => applicationsFor(operator));
