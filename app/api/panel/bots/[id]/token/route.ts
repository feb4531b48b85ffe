import { instanceStore } from "@/lib/server/instance";
import { auditedBot, localUserId, panelRoute, readConfirmation } from "@/lib/server/panel-api";

/** Ends every token of the bot and answers with a new one, once. Asks for the operator's password. */
export const POST = panelRoute<{ id: string }>(async ({ request, params: { id }, operator }) => {
  localUserId(operator);
  await readConfirmation(request, operator, "The token was not reset");
  const renew = () => instanceStore().renewBotToken(id);
  const { token } = await auditedBot(operator, { action: "bot.reset", id }, renew);
  return { token };
});
