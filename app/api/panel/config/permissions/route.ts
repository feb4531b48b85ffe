import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { closeConfigFile } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { configAnswer, panelRoute, readJson } from "@/lib/server/panel-api";

/** No fields, but the body must be JSON: an HTML form on another site of the same domain cannot send that. */
const bodySchema = z.object({});

/** Removes read and write access to the file for users of the machine who are neither its owner nor in its group. */
export const POST = panelRoute(async ({ request, operator }) => {
  await readJson(request, bodySchema);
  const entry = { actor: operator.username, action: "config.permissions" };
  const document = await audited(db(), entry, closeConfigFile);
  return configAnswer(document);
});
