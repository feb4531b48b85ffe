import { readConfigSchema } from "@/lib/server/config-file";
import { panelRoute } from "@/lib/server/panel-api";

/** JSON Schema of the file, in the file's own spelling. */
export const GET = panelRoute(async () =>
  Response.json(await readConfigSchema(), {
    headers: { "content-type": "application/schema+json", "cache-control": "no-store" },
  }),
);
