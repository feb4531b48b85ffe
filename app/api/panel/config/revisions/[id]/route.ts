import { z } from "zod";
import { getRevision } from "@/lib/server/config-file";
import { panelRoute } from "@/lib/server/panel-api";

const paramsSchema = z.object({ id: z.coerce.number().int() });

/** One kept version: what it changed, what restoring it would change, its text with markers in place of secrets. */
export const GET = panelRoute(({ params }) => getRevision(paramsSchema.parse(params).id));
