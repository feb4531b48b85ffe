import { z } from "zod";
import { db } from "@/lib/db";
import { recordAudit, setOperatorDisabled } from "@/lib/operators";
import { endUserTokens, panelRoute, readJson } from "@/lib/panel";

const paramsSchema = z.object({ id: z.coerce.number().int() });
const bodySchema = z.object({ disabled: z.boolean("Say whether the operator is disabled: true or false.") });

/** Lets an operator sign in, or no longer. */
export const PATCH = panelRoute(async ({ request, params, operator }) => {
  const { id } = paramsSchema.parse(params);
  const { disabled } = await readJson(request, bodySchema);
  const changed = await setOperatorDisabled(db(), id, disabled);
  if (disabled) await endUserTokens(changed);
  await recordAudit(db(), {
    actor: operator.username,
    action: disabled ? "operator.disable" : "operator.enable",
    target: changed.username,
  });
  return changed;
});
