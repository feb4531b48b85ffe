import "server-only";
import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { confirmPassword, type Operator } from "@/lib/server/operators";
import { readJson } from "./body";

const confirmationSchema = z.object({ password: z.string("Enter your current password.") });

/**
 * Makes sure that the request's body holds the operator's password, for what cannot be undone.
 * @param undone for the refusal: "The bot was not deleted"
 * @throws AppError as `readJson` and `confirmPassword`
 */
export async function readConfirmation(request: Request, operator: Operator, undone: string): Promise<void> {
  const { password } = await readJson(request, confirmationSchema);
  await confirmPassword(db(), operator, { password, path: "password", undone });
}

/** Does something to a bot and records it under the bot's name. @param detail besides the application's id */
export async function auditedBot<T extends { name: string }>(
  operator: Operator,
  action: { action: string; id: string; detail?: Record<string, unknown> },
  work: () => Promise<T>,
  told: (result: T) => Record<string, unknown> = () => ({}),
): Promise<T> {
  const detail = { application: action.id, ...action.detail };
  const entry = { actor: operator.username, action: action.action, detail };
  return audited(db(), entry, work, (result) => ({
    target: result.name,
    detail: { application: action.id, ...told(result) },
  }));
}
