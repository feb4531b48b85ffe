import { z } from "zod";
import { createConfigFile } from "@/lib/config-file";
import { db } from "@/lib/db";
import { recordAudit } from "@/lib/operators";
import { configAnswer, panelRoute, readJson } from "@/lib/panel";

const bodySchema = z.object({ note: z.string().trim().max(500, "Use at most 500 characters.").optional() });

/** Creates a new file where it is missing. */
export const POST = panelRoute(async ({ request, operator }) => {
  const { note } = await readJson(request, bodySchema);
  const document = await createConfigFile({ author: operator.username, note });
  await recordAudit(db(), { actor: operator.username, action: "config.create", target: document.etag });
  return configAnswer(document, 201);
});
