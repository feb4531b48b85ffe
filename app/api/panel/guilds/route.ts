import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { instanceStore, prepareInstanceStore } from "@/lib/server/instance";
import { guildsFor, localUserId, panelRoute, readJson } from "@/lib/server/panel-api";

const bodySchema = z.object({ name: z.string("Enter a name for the guild.") });

/** Guilds of the local directory; `manageable` says whether the operator may add a bot. */
export const GET = panelRoute(({ operator }) => guildsFor(operator));

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
