import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { dismissUndoneValues, listUndone, reapplyUndoneValues } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { configAnswer, ifMatch, panelRoute, readJson } from "@/lib/server/panel-api";

const bodySchema = z.object({ paths: z.array(z.string().min(1).max(2000)).min(1).max(1000).optional() });

/** Values that were saved in the panel and then reverted by a program that rewrote the file. */
export const GET = panelRoute(() => listUndone());

/** Saves them again, or only those at `paths`. */
export const POST = panelRoute(async ({ request, operator }) => {
  const baseEtag = ifMatch(request);
  const { paths } = await readJson(request, bodySchema);
  const document = await audited(
    db(),
    { actor: operator.username, action: "config.reapply", detail: { ...(paths && { paths }) } },
    () => reapplyUndoneValues({ baseEtag, paths, author: operator.username }),
    ({ etag }) => ({ target: etag }),
  );
  return configAnswer(document);
});

/** Accepts the reverted values, so that they are no longer reported. */
export const DELETE = panelRoute(async ({ operator }) => {
  const paths = (await listUndone()).map(({ path }) => path);
  const entry = { actor: operator.username, action: "config.dismiss-undone", detail: { paths } };
  await audited(db(), entry, dismissUndoneValues);
  return { dismissed: paths };
});
