import { panelRoute } from "@/lib/server/panel-api";

type Params = { id: string; userId: string };

/** Takes a person out of the guild. */
export const DELETE = panelRoute<Params>(async ({ params: { id, userId }, instance }) => {
  await (await instance()).guilds.removeMember(id, userId);
  return { removed: userId };
});
