import { listRevisions } from "@/lib/server/config-file";
import { panelRoute, revisionQuerySchema } from "@/lib/server/panel-api";

/** Kept versions, newest first, with the redacted changes of each; by person, section and date if asked. */
export const GET = panelRoute(({ request }) =>
  listRevisions(revisionQuerySchema.parse(Object.fromEntries(request.nextUrl.searchParams))),
);
