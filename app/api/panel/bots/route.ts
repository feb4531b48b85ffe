import { panelRoute } from "@/lib/server/panel-api";

/** A page of bots; `search` is what their names hold, or an id. */
export const GET = panelRoute(async ({ request, instance }) => {
  const { searchParams } = request.nextUrl;
  return (await instance()).bots.page({
    search: searchParams.get("search") ?? undefined,
    order: searchParams.get("order") ?? undefined,
    after: searchParams.get("after") ?? undefined,
  });
});
