import { previewOperations } from "@/lib/config-file";
import { panelRoute, patchBodySchema, readJson } from "@/lib/panel";

const maxBytes = 4 * 1024 * 1024;

/** What operations would change in the file's text. Nothing is written. */
export const POST = panelRoute(async ({ request }) => {
  const { operations } = await readJson(request, patchBodySchema.pick({ operations: true }), maxBytes);
  return previewOperations(operations);
});
