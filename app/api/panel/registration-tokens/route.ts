import { z } from "zod";
import { panelRoute, readJson } from "@/lib/server/panel-api";

const bodySchema = z.object({
  count: z.int().min(1).max(100),
  /** Nobody guesses a token of 16 characters or more; an instance stores at most 255. */
  length: z.int().min(16).max(255),
});

/** Makes registration tokens, which are in the answer once. */
export const POST = panelRoute(async ({ request, instance }) => {
  const { tokens } = await instance();
  const made = await tokens.create(await readJson(request, bodySchema));
  return Response.json({ tokens: made }, { status: 201, headers: { "cache-control": "no-store" } });
});
