import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { instanceStore } from "@/lib/server/instance";
import { confirmPassword } from "@/lib/server/operators";
import { localUserId, panelRoute, readJson } from "@/lib/server/panel-api";

const bodySchema = z.object({ password: z.string("Enter your current password.") });

/** Ends every token of the bot and answers with a new one, once. Asks for the operator's password. */
export const POST = panelRoute<{ id: string }>(async ({ request, params, operator }) => {
  localUserId(operator);
  const { password } = await readJson(request, bodySchema);
  await confirmPassword(db(), operator, { password, path: "password", undone: "The token was not reset" });
  const entry = { actor: operator.username, action: "bot.reset", detail: { application: params.id } };
  const { token } = await audited(
    db(),
    entry,
    () => instanceStore().renewBotToken(params.id),
    ({ name }) => ({ target: name, detail: entry.detail }),
  );
  return { token };
});
