import { botPage, panelRoute } from "@/lib/server/panel-api";

/** A page of all bots of the local directory, newest first; `search` looks in names, `after` is the page before's `next`. */
export const GET = panelRoute(({ request, operator }) => {
  const { searchParams } = request.nextUrl;
  return botPage(operator, {
    search: searchParams.get("search") ?? undefined,
    after: searchParams.get("after") ?? undefined,
  });
});
