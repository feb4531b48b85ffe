import { z } from "zod";
import { db } from "@/lib/server/db";
import { passwordSchema, replacePassword } from "@/lib/server/operators";
import { endUserTokens, panelRoute, readJson } from "@/lib/server/panel-api";

const paramsSchema = z.object({ id: z.coerce.number().int() });
const bodySchema = z.object({ password: z.string("Enter your current password."), next: passwordSchema });

/** Gives another operator a new password and ends their sessions. Asks for the password of whoever does it. */
export const POST = panelRoute(async ({ request, params, operator }) => {
  const { id } = paramsSchema.parse(params);
  await endUserTokens(await replacePassword(db(), operator, id, await readJson(request, bodySchema)));
  return { replaced: true };
});
