import { z } from "zod";
import { listRevisions } from "@/lib/server/config-file";
import { panelRoute } from "@/lib/server/panel-api";

const querySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).optional(),
  before: z.coerce.number().int().min(1).optional(),
});

/** Kept versions, newest first, with the redacted changes of each. */
export const GET = panelRoute(({ request }) =>
  listRevisions(querySchema.parse(Object.fromEntries(request.nextUrl.searchParams))),
);
