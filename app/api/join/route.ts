import { z } from "zod";
import { join, joining, openRoute, readInvitation, readJson } from "@/lib/server/panel-api";

const link = z.looseObject({ token: z.string().max(200), username: z.optional(z.unknown()) });

/**
 * Handles an operator's invitation link. A request without a username returns what the invitation offers. A
 * request with a username and a password creates the operator. The link works only once.
 */
export const POST = openRoute(async (request) => {
  const input = await readJson(request, link);
  const headers = { "cache-control": "no-store" };
  if (input.username === undefined) return Response.json(await readInvitation(input.token), { headers });
  const { id, username } = await join(joining.parse(input));
  return Response.json({ id, username }, { status: 201, headers });
});
