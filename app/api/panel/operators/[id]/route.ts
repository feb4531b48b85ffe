import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { setOperatorDisabled } from "@/lib/server/operators";
import { endEveryUserToken, panelRoute, readJson } from "@/lib/server/panel-api";

const paramsSchema = z.object({ id: z.coerce.number().int() });
const bodySchema = z.object({ disabled: z.boolean("Send whether the operator is disabled: true or false.") });

/** Enables or disables an operator's sign-in. */
export const PATCH = panelRoute(async ({ request, params, operator }) => {
  const { id } = paramsSchema.parse(params);
  const { disabled } = await readJson(request, bodySchema);
  const entry = {
    actor: operator.username,
    action: disabled ? "operator.disable" : "operator.enable",
    detail: { id },
  };
  const change = async () => {
    const changed = await setOperatorDisabled(db(), id, disabled);
    if (disabled) await endEveryUserToken(changed);
    return changed;
  };
  return audited(db(), entry, change, ({ username }) => ({ target: username }));
});
