import { z } from "zod";
import { pageQuery, panelRoute, readJson } from "@/lib/server/panel-api";

const bodySchema = z.object({ name: z.string("Enter a name for the guild.") });

/**
 * Guilds, by name; `manageable` says whether the caller may add a bot. All of them, with `manageable=1` those, or a page for
 * a request with `search` (what names begin with, or an id) or `after`: then the header `Link` has the address of the next
 * page.
 */
export const GET = panelRoute(async ({ request, instance }) => {
  const { guilds } = await instance();
  const query = pageQuery(request.nextUrl);
  if (query.search === undefined && query.after === undefined)
    return guilds.all(request.nextUrl.searchParams.get("manageable") === "1");
  const { guilds: shown, next } = await guilds.page(query);
  const headers = new Headers({ "cache-control": "no-store" });
  if (next !== null) {
    const address = new URLSearchParams({ search: query.search ?? "", after: next });
    headers.set("link", `</api/panel/guilds?${address}>; rel="next"`);
  }
  return Response.json(shown, { headers });
});

export const POST = panelRoute(async ({ request, instance }) => {
  const { guilds } = await instance();
  const { name } = await readJson(request, bodySchema);
  return Response.json(await guilds.create(name), { status: 201 });
});
