import { z } from "zod";
import { db } from "@/lib/server/db";
import { changeOwnPassword, passwordSchema } from "@/lib/server/operators";
import { endUserTokens, panelRoute, readJson } from "@/lib/server/panel-api";

const bodySchema = z.object({ current: z.string("Enter your current password."), next: passwordSchema });

/** Changes the signed-in operator's password. Ends all of the operator's sessions, including this one. */
export const PUT = panelRoute(async ({ request, operator }) => {
  await changeOwnPassword(db(), operator, await readJson(request, bodySchema));
  await endUserTokens(operator);
  return { changed: true };
});
