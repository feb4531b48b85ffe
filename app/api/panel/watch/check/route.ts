import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { checkNow, panelRoute, readJson, watchAnswer } from "@/lib/server/panel-api";
import { watchRanges } from "@/lib/shared/contract/watch";

const bodySchema = z.object({ range: z.enum(watchRanges).default("24h") });

/** Probes the running instance now. That a part is down is part of the answer, which is that of `GET …/watch`. */
export const POST = panelRoute(async ({ request, operator }) => {
  const { range } = await readJson(request, bodySchema);
  await audited(db(), { actor: operator.username, action: "watch.check" }, checkNow);
  return watchAnswer(range);
});
