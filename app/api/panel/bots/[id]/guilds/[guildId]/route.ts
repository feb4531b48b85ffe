import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { instanceStore } from "@/lib/server/instance";
import { localUserId, panelRoute } from "@/lib/server/panel-api";

/** Takes the bot out of a guild. Adding it again is what the instance API's authorization does. */
export const DELETE = panelRoute<{ id: string; guildId: string }>(async ({ params, operator }) => {
  localUserId(operator);
  const { id, guildId } = params;
  const entry = {
    actor: operator.username,
    action: "bot.remove",
    detail: { application: id, guild: guildId },
  };
  await audited(
    db(),
    entry,
    () => instanceStore().removeBot(id, guildId),
    ({ name }) => ({ target: name, detail: entry.detail }),
  );
  return { removed: guildId };
});
