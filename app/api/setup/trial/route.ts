import { z } from "zod";
import { openRoute, readJson, trySetupConnection } from "@/lib/server/panel-api";

const bodySchema = z.object({
  token: z.string(),
  address: z.string().min(1).max(500),
  operatorToken: z.string().max(4096).optional(),
});

/**
 * Tests the address of a running instance during setup. Requires the one-time link, because there is no operator yet.
 */
export const POST = openRoute(async (request) => {
  const { token, address, operatorToken } = await readJson(request, bodySchema);
  return Response.json(await trySetupConnection(token, address, operatorToken), {
    headers: { "cache-control": "no-store" },
  });
});
