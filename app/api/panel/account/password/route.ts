import { z } from "zod";
import { db } from "@/lib/db";
import { changeOwnPassword, passwordSchema, recordAudit } from "@/lib/operators";
import { endUserTokens, panelRoute, readJson } from "@/lib/panel";

const bodySchema = z.object({ current: z.string("Enter your present password."), next: passwordSchema });

/** Changes the signed-in operator's password; every session, this one too, ends. */
export const PUT = panelRoute(async ({ request, operator }) => {
  await changeOwnPassword(db(), operator, await readJson(request, bodySchema));
  await endUserTokens(operator);
  await recordAudit(db(), {
    actor: operator.username,
    action: "operator.password",
    target: operator.username,
  });
  return { changed: true };
});
