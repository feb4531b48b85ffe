import "server-only";
import { z } from "zod";
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
