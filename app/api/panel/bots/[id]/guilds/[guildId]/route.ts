import { instanceStore } from "@/lib/server/instance";
import { auditedBot, localUserId, panelRoute } from "@/lib/server/panel-api";

type Params = { id: string; guildId: string };

/** Takes the bot out of a guild. Adding it again is what the instance API's authorization does. */
export const DELETE = panelRoute<Params>(async ({ params: { id, guildId }, operator }) => {
  localUserId(operator);
  const detail = { guild: guildId };
  const remove = () => instanceStore().removeBot(id, guildId);
  await auditedBot(operator, { action: "bot.remove", id, detail }, remove, () => detail);
  return { removed: guildId };
});
