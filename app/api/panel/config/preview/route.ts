import { previewOperations } from "@/lib/server/config-file";
import { panelRoute, previewBodySchema, readJson } from "@/lib/server/panel-api";

/** What operations would change in the file's text. Nothing is written. */
export const POST = panelRoute(async ({ request }) => {
  const { operations, keys } = await readJson(request, previewBodySchema);
  return previewOperations(operations, keys);
});
