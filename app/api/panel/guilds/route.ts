import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { instanceStore, prepareInstanceStore } from "@/lib/server/instance";
import { guildPage, guildsFor, localUserId, pageQuery, panelRoute, readJson } from "@/lib/server/panel-api";

const bodySchema = z.object({ name: z.string("Enter a name for the guild.") });

/**
 * Guilds of the local directory, by name; `manageable` says whether the operator may add a bot. All of them, with `manageable=1`
 * those, or a page for a request with `search` (what names begin with, or an id) or `after`: then the header `Link` has the
 * address of the next page.
 */
export const GET = panelRoute(async ({ request, operator }) => {
  const query = pageQuery(request.nextUrl);
  if (query.search === undefined && query.after === undefined) {
    return guildsFor(operator, request.nextUrl.searchParams.get("manageable") === "1");
  }
  const { guilds, next } = await guildPage(operator, query);
  const headers = new Headers({ "cache-control": "no-store" });
  if (next !== null) {
    const address = new URLSearchParams({ search: query.search ?? "", after: next });
    headers.set("link", `</api/panel/guilds?${address}>; rel="next"`);
  }
  return Response.json(guilds, { headers });
});

export const POST = panelRoute(async ({ request, operator }) => {
  const userId = localUserId(operator);
  const { name } = await readJson(request, bodySchema);
  await prepareInstanceStore();
  const guild = await db()
    .transaction()
    .execute((tx) =>
      audited(
        tx,
        { actor: operator.username, action: "guild.create" },
        () => instanceStore(tx).createGuild(userId, { name }),
        (made) => ({ target: made.name, detail: { id: made.id } }),
      ),
    );
  return Response.json(guild, { status: 201 });
});
