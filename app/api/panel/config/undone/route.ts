import { z } from "zod";
import { dismissUndoneValues, listUndone, reapplyUndoneValues } from "@/lib/config-file";
import { db } from "@/lib/db";
import { recordAudit } from "@/lib/operators";
import { configAnswer, ifMatch, panelRoute, readJson } from "@/lib/panel";

const bodySchema = z.object({ paths: z.array(z.string().min(1).max(200)).min(1).max(1000).optional() });

/** Values saved in the panel that a rewrite from outside has undone. */
export const GET = panelRoute(() => listUndone());

/** Saves them again, or only those at `paths`. */
export const POST = panelRoute(async ({ request, operator }) => {
  const baseEtag = ifMatch(request);
  const { paths } = await readJson(request, bodySchema);
  const document = await reapplyUndoneValues({ baseEtag, paths, author: operator.username });
  await recordAudit(db(), {
    actor: operator.username,
    action: "config.reapply",
    target: document.etag,
    ...(paths && { detail: { paths } }),
  });
  return configAnswer(document);
});

/** Accepts what the rewrite did: it is not told about any more. */
export const DELETE = panelRoute(async ({ operator }) => {
  const paths = (await listUndone()).map(({ path }) => path);
  await dismissUndoneValues();
  await recordAudit(db(), { actor: operator.username, action: "config.dismiss-undone", detail: { paths } });
  return { dismissed: paths };
});
