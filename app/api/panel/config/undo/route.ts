import { z } from "zod";
import { undoSave } from "@/lib/config-file";
import { db } from "@/lib/db";
import { recordAudit } from "@/lib/operators";
import { configAnswer, ifMatch, panelRoute, readJson } from "@/lib/panel";

const bodySchema = z.object({
  to: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "Send the ETag that the file had before the save, without quotation marks."),
});

/** Takes the save that made the version in `If-Match` back: the file is what it was at the version `to`. */
export const POST = panelRoute(async ({ request, operator }) => {
  const baseEtag = ifMatch(request);
  const { to } = await readJson(request, bodySchema);
  const document = await undoSave({ to, baseEtag, author: operator.username });
  await recordAudit(db(), { actor: operator.username, action: "config.undo", target: document.etag });
  return configAnswer(document);
});
