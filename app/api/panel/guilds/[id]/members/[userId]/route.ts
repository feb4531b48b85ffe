import { instanceStore } from "@/lib/server/instance";
import { auditedGuild, localUserId, panelRoute } from "@/lib/server/panel-api";

type Params = { id: string; userId: string };

/** Takes a person out of the guild. */
export const DELETE = panelRoute<Params>(async ({ params: { id, userId }, operator }) => {
  localUserId(operator);
  const remove = () => instanceStore().removeMember(id, userId);
  await auditedGuild(operator, { action: "guild.member.remove", id }, remove, ({ member }) => ({
    user: member.id,
    username: member.username,
  }));
  return { removed: userId };
});
