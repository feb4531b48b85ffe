import { z } from "zod";
import { previewImport } from "@/lib/server/config-file";
import { panelRoute, readJson } from "@/lib/server/panel-api";

const bodySchema = z.object({
  text: z.string("Send the text of a configuration file."),
  mode: z.enum(["merge", "replace"]).default("merge"),
});

/** What importing a text would change. Nothing is written: the operations go to `PATCH /api/panel/config`. */
export const POST = panelRoute(async ({ request }) => {
  const { text, mode } = await readJson(request, bodySchema);
  return previewImport(text, mode);
});
