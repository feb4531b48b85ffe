import { z } from "zod";
import { completeSetup, firstRunIn, openRoute, readJson } from "@/lib/server/panel-api";

const tokenSchema = z.looseObject({ token: z.string() });

/**
 * Creates the first operator and, in standalone mode, a guild. Requires the one-time link that the panel prints at
 * startup.
 */
export const POST = openRoute(async (request) => {
  const { token, ...input } = await readJson(request, tokenSchema);
  const { username } = await completeSetup(token, firstRunIn(input));
  return Response.json({ username }, { status: 201 });
});
