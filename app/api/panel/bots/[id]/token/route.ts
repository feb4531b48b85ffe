import { panelRoute, readConfirmation } from "@/lib/server/panel-api";

/** Ends every token of the bot and answers with a new one, once. Asks for the operator's password. */
export const POST = panelRoute<{ id: string }>(async ({ request, params: { id }, operator, instance }) => {
  const { bots } = await instance();
  await readConfirmation(request, operator, "The token was not reset");
  return bots.resetToken(id);
});
