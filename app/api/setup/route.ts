import { z } from "zod";
import { completeSetup, firstRunSchema, openRoute, readJson } from "@/lib/server/panel-api";

const tokenSchema = z.object({ token: z.string() });

/**
 * Creates the first operator, and a guild if the panel has its own directory. Works once, with the one-time link
 * printed at start.
 */
export const POST = openRoute(async (request) => {
  const { token, ...input } = await readJson(request, z.intersection(tokenSchema, firstRunSchema()));
  const { username } = await completeSetup(token, input);
  return Response.json({ username }, { status: 201 });
});
