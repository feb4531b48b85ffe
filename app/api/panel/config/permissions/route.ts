import { z } from "zod";
import { closeConfigFile } from "@/lib/config-file";
import { db } from "@/lib/db";
import { recordAudit } from "@/lib/operators";
import { configAnswer, panelRoute, readJson } from "@/lib/panel";

/** Nothing to say, but as JSON: a form on a page of a neighbouring address cannot send that. */
const bodySchema = z.object({});

/** Takes the right to read or change the file from users of the machine who are neither its owner nor in its group. */
export const POST = panelRoute(async ({ request, operator }) => {
  await readJson(request, bodySchema);
  const document = await closeConfigFile();
  await recordAudit(db(), { actor: operator.username, action: "config.permissions" });
  return configAnswer(document);
});
