import { documentJsonSchema } from "@/lib/server/instance/provision";
import { panelRoute } from "@/lib/server/panel-api";

/** JSON Schema of the document that `POST /api/panel/provision` takes. */
export const GET = panelRoute(async () => documentJsonSchema());
