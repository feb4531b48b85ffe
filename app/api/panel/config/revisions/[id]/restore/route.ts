import { z } from "zod";
import { restoreRevision } from "@/lib/config-file";
import { db } from "@/lib/db";
import { recordAudit } from "@/lib/operators";
import { configAnswer, ifMatch, panelRoute, readJson } from "@/lib/panel";

const paramsSchema = z.object({ id: z.coerce.number().int() });
const bodySchema = z.object({
  /** Only these settings; without it the whole version. */
  paths: z
    .array(z.string().min(1).max(200))
    .min(1, "Name at least one setting, or none for all.")
    .max(1000)
    .optional(),
  note: z.string().trim().max(500, "Use at most 500 characters.").optional(),
});

/** Makes a kept version, or some of its settings, the present one. */
export const POST = panelRoute(async ({ request, params, operator }) => {
  const { id } = paramsSchema.parse(params);
  const baseEtag = ifMatch(request);
  const { paths, note } = await readJson(request, bodySchema);
  const document = await restoreRevision(id, { baseEtag, paths, note, author: operator.username });
  await recordAudit(db(), {
    actor: operator.username,
    action: "config.restore",
    target: document.etag,
    detail: { revision: id, ...(paths && { paths }), ...(note && { note }) },
  });
  return configAnswer(document);
});
