import { z } from "zod";
import { db } from "@/lib/db";
import { directory } from "@/lib/instance";
import { recordAudit } from "@/lib/operators";
import { guildsFor, localUserId, panelRoute, readJson } from "@/lib/panel";

const bodySchema = z.object({ name: z.string("Enter a name for the guild.") });

/** Guilds of the local directory; `manageable` tells where the operator may add a bot. */
export const GET = panelRoute(({ operator }) => guildsFor(operator));

export const POST = panelRoute(async ({ request, operator }) => {
  const userId = localUserId(operator);
  const { name } = await readJson(request, bodySchema);
  const guild = await directory().createGuild(userId, { name });
  await recordAudit(db(), { actor: operator.username, action: "guild.create", target: guild.name });
  return Response.json(guild, { status: 201 });
});
