import { closeConfigFile } from "@/lib/config-file";
import { db } from "@/lib/db";
import { recordAudit } from "@/lib/operators";
import { configAnswer, panelRoute } from "@/lib/panel";

/** Takes the right to read or change the file from users of the machine who are neither its owner nor in its group. */
export const POST = panelRoute(async ({ operator }) => {
  const document = await closeConfigFile();
  await recordAudit(db(), { actor: operator.username, action: "config.permissions" });
  return configAnswer(document);
});
