import { botPage, panelRoute } from "@/lib/server/panel-api";

/**
 * A page of all bots of the local directory, ordered by `order` (newest first by default); `search` looks in names, `after`
 * is the page before's `next`.
 */
export const GET = panelRoute(({ request, operator }) => {
  const { searchParams } = request.nextUrl;
  return botPage(operator, {
    search: searchParams.get("search") ?? undefined,
    order: searchParams.get("order") ?? undefined,
    after: searchParams.get("after") ?? undefined,
  });
});
