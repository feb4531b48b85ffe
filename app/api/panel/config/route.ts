import { applyOperations, readConfigDocument } from "@/lib/config-file";
import { db } from "@/lib/db";
import { recordAudit } from "@/lib/operators";
import { configAnswer, ifMatch, panelRoute, patchBodySchema, readJson } from "@/lib/panel";

const maxBytes = 4 * 1024 * 1024;

export const GET = panelRoute(async () => configAnswer(await readConfigDocument()));

export const PATCH = panelRoute(async ({ request, operator }) => {
  const baseEtag = ifMatch(request);
  const { operations, note } = await readJson(request, patchBodySchema, maxBytes);
  const document = await applyOperations({ baseEtag, operations, note, author: operator.username });
  await recordAudit(db(), {
    actor: operator.username,
    action: "config.save",
    target: document.etag,
    detail: { paths: operations.map((operation) => operation.path), ...(note && { note }) },
  });
  return configAnswer(document);
});
