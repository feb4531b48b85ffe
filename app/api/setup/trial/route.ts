import { z } from "zod";
import { openRoute, readJson, trySetupConnection } from "@/lib/server/panel-api";

const bodySchema = z.object({
  token: z.string(),
  address: z.string().min(1).max(500),
  operatorToken: z.string().max(4096).optional(),
});

/** Tries the address of a running instance before there is an operator, for a person with the one-time link. */
export const POST = openRoute(async (request) => {
  const { token, address, operatorToken } = await readJson(request, bodySchema);
  return Response.json(await trySetupConnection(token, address, operatorToken), {
    headers: { "cache-control": "no-store" },
  });
});
