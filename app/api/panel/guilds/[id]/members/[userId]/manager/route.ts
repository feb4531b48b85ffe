import { z } from "zod";
import { panelRoute, readJson } from "@/lib/server/panel-api";

type Params = { id: string; userId: string };

const bodySchema = z.object({
  manager: z.boolean("Send whether the member may manage the guild: true or false."),
});

/** Gives a member Manage Guild by a role, or takes away the roles that allow it. */
export const PUT = panelRoute<Params>(async ({ request, params: { id, userId }, instance }) => {
  const { guilds } = await instance();
  const { manager } = await readJson(request, bodySchema);
  return guilds.setManager(id, userId, manager);
});
