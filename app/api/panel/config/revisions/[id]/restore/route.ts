import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { restoreRevision } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { configAnswer, ifMatch, noteSchema, panelRoute, readJson } from "@/lib/server/panel-api";

const paramsSchema = z.object({ id: z.coerce.number().int() });
const bodySchema = z.object({
  /** Restores only these settings; if absent, the whole version. */
  paths: z
    .array(z.string().min(1).max(200))
    .min(1, "Name at least one setting, or leave out paths to restore all.")
    .max(1000)
    .optional(),
  note: noteSchema,
});

/** Restores a kept version, or some of its settings, as the current one. */
export const POST = panelRoute(async ({ request, params, operator }) => {
  const { id } = paramsSchema.parse(params);
  const baseEtag = ifMatch(request);
  const { paths, note } = await readJson(request, bodySchema);
  const detail = { revision: id, ...(paths && { paths }), ...(note && { note }) };
  const document = await audited(
    db(),
    { actor: operator.username, action: "config.restore", detail },
    () => restoreRevision(id, { baseEtag, paths, note, author: operator.username }),
    ({ etag }) => ({ target: etag }),
  );
  return configAnswer(document);
});
