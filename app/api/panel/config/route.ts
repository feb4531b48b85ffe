import { audited } from "@/lib/server/audit";
import { applyOperations, readConfigDocument } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { configAnswer, ifMatch, panelRoute, patchBodySchema, readJson } from "@/lib/server/panel-api";

export const GET = panelRoute(async () => configAnswer(await readConfigDocument()));

export const PATCH = panelRoute(async ({ request, operator }) => {
  const baseEtag = ifMatch(request);
  const { operations, keys, note } = await readJson(request, patchBodySchema);
  const detail = { paths: [...operations, ...(keys ?? [])].map(({ path }) => path), ...(note && { note }) };
  const document = await audited(
    db(),
    { actor: operator.username, action: "config.save", detail },
    () => applyOperations({ baseEtag, operations, keys, note, author: operator.username }),
    ({ etag }) => ({ target: etag }),
  );
  return configAnswer(document);
});
