import { previewOperations } from "@/lib/server/config-file";
import { panelRoute, patchBodySchema, readJson } from "@/lib/server/panel-api";

/** What operations would change in the file's text. Nothing is written. */
export const POST = panelRoute(async ({ request }) => {
  const { operations } = await readJson(request, patchBodySchema.pick({ operations: true }));
  return previewOperations(operations);
});
