import { z } from "zod";
import { pageQuery, panelRoute, readJson } from "@/lib/server/panel-api";

type Params = { id: string };

/** A page of the guild's people, or of its bots with `bots=1`. */
export const GET = panelRoute<Params>(async ({ request, params, instance }) =>
  (await instance()).guilds.members(params.id, {
    ...pageQuery(request.nextUrl),
    bots: request.nextUrl.searchParams.get("bots") === "1",
  }),
);

const bodySchema = z.object({ userId: z.string("Choose a user.") });

/** Makes a person a member. */
export const POST = panelRoute<Params>(async ({ request, params: { id }, instance }) => {
  const { guilds } = await instance();
  const { userId } = await readJson(request, bodySchema);
  return guilds.addMember(id, userId);
});
