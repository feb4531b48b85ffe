import { panelRoute } from "@/lib/server/panel-api";

/** The guilds that the bot is in, as far as the instance lets the panel find out; `after` goes on with the search. */
export const GET = panelRoute<{ id: string }>(async ({ request, params, instance }) =>
  (await instance()).bots.guilds(params.id, request.nextUrl.searchParams.get("after") ?? undefined),
);
