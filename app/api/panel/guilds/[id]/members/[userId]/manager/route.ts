import { z } from "zod";
import { instanceStore } from "@/lib/server/instance";
import { auditedGuild, localUserId, panelRoute, readJson } from "@/lib/server/panel-api";

type Params = { id: string; userId: string };

const bodySchema = z.object({
  manager: z.boolean("Send whether the member may manage the guild: true or false."),
});

/** Gives a member Manage Guild by a role, or takes away the roles that allow it. */
export const PUT = panelRoute<Params>(async ({ request, params: { id, userId }, operator }) => {
  localUserId(operator);
  const { manager } = await readJson(request, bodySchema);
  const action = manager ? "guild.manager.grant" : "guild.manager.revoke";
  const change = () => instanceStore().setManager(id, userId, manager);
  const { roles } = await auditedGuild(operator, { action, id }, change, (done) => ({
    user: done.member.id,
    username: done.member.username,
    roles: done.roles,
  }));
  return { roles };
});
