import "server-only";
import { audited } from "@/lib/server/audit";
import type { Db } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { refuseCommonPassword } from "./common-password";
import { tellEndedSessions } from "./ended-sessions";
import { confirmPassword, listOperators, type Operator, setPassword } from "./operators";

/**
 * Gives another operator a new password, for whoever has forgotten theirs. Their sessions end; a disabled operator stays
 * disabled.
 * @param input `password`: of the operator who does it
 * @throws AppError `conflict` for one's own account; `not-found`; `invalid-settings` when the own password is wrong or the
 *   next one common; `rate-limited` when the own one was wrong too often
 */
export async function replacePassword(
  db: Db,
  by: Operator,
  id: number,
  input: { password: string; next: string },
): Promise<Operator> {
  if (by.id === id)
    throw new AppError("conflict", "This is your own account. Change your password on the account page.");
  const undone = "The password was not replaced";
  await confirmPassword(db, by, { password: input.password, path: "password", undone });
  const operator = (await listOperators(db)).find((one) => one.id === id);
  if (!operator) throw new AppError("not-found", "This operator does not exist. Reload the page.");
  const { username } = operator;
  await refuseCommonPassword({ username, password: input.next }, "next");
  const entry = { actor: by.username, action: "operator.password.replace", target: username };
  await audited(db, entry, () => setPassword(db, id, input.next));
  void tellEndedSessions();
  return operator;
}
