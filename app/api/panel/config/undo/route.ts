import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { undoSave } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { configAnswer, ifMatch, panelRoute, readJson } from "@/lib/server/panel-api";

const bodySchema = z.object({
  to: z.string().regex(/^[0-9a-f]{64}$/, "Send the ETag of the version before the save, without quotes."),
});

/** Undoes the save that produced the version in `If-Match`: the file goes back to what it was at version `to`. */
export const POST = panelRoute(async ({ request, operator }) => {
  const baseEtag = ifMatch(request);
  const { to } = await readJson(request, bodySchema);
  const document = await audited(db(), { actor: operator.username, action: "config.undo", target: to }, () =>
    undoSave({ to, baseEtag, author: operator.username }),
  );
  return configAnswer(document);
});
