import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { createConfigFile } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { configAnswer, noteSchema, panelRoute, readJson } from "@/lib/server/panel-api";

const bodySchema = z.object({ note: noteSchema });

/** Creates a new file where it is missing. */
export const POST = panelRoute(async ({ request, operator }) => {
  const { note } = await readJson(request, bodySchema);
  const document = await audited(
    db(),
    { actor: operator.username, action: "config.create", detail: { ...(note && { note }) } },
    () => createConfigFile({ author: operator.username, note }),
    ({ etag }) => ({ target: etag }),
  );
  return configAnswer(document, 201);
});
