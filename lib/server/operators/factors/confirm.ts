import "server-only";
import { byOperator } from "@/lib/shared/author";
import { AppError } from "@/lib/errors";
import { formatDuration } from "@/lib/shared/settings/kinds/duration";
import { ACCOUNT_RULE, guardedAttempt } from "../guesses";
import { accountNamed, type Operator, type VerifiedOperator, verifyCredentials } from "../operators";
import type { OperatorsRoom } from "../room";
import { judgeCode } from "./codes";
import { hasSecondFactor } from "./second-factor";

export interface Credentials {
  username: string;
  password: string;
  code?: string | undefined;
}

export interface Judged {
  operator: VerifiedOperator;
  /** Whether this is a full proof of identity. False if the operator has a second factor, but no code was sent. */
  isWhole: boolean;
  by?: "app" | "recovery code";
}

/**
 * Checks the password and the code as one attempt. If they were two attempts, each correct password would
 * clear the count of wrong codes, and a person who knows the password could guess codes without limit.
 * @param onWrong called with the part that was wrong; the result is then undefined
 */
export async function judgeCredentials(
  room: OperatorsRoom,
  { code, ...credentials }: Credentials,
  onWrong: (part: "password" | "code") => void,
): Promise<Judged | undefined> {
  const operator = await verifyCredentials(room, credentials);
  if (!operator) return void onWrong("password");
  if (!(await hasSecondFactor(room.db, operator.id))) return { operator, isWhole: true };
  if (!code) return { operator, isWhole: false };
  const by = await judgeCode(room, operator.id, code);
  return by ? { operator, isWhole: true, by } : void onWrong("code");
}

export interface Confirmation {
  password: string;
  code?: string | undefined;
  path: string;
  undone: string;
}

/**
 * @returns whether the proof is complete; false if the operator has a second factor, but no code was sent
 * @throws AppError `invalid-settings` if the password or code is wrong; `rate-limited` after too many guesses
 */
export async function confirmPassword(
  room: OperatorsRoom,
  { username }: Operator,
  { password, code, path, undone }: Confirmation,
): Promise<boolean> {
  const account = await accountNamed(room.db, username);
  // Count these guesses separately from sign-ins. Otherwise, guesses in a stolen session would lock out the
  // operator, who could not sign in to end that session.
  const name = `current password ${account?.mark} ${account?.key}`;
  let wrong = "password";
  const attempt = await guardedAttempt(
    room.guesses,
    [{ name, rule: ACCOUNT_RULE, forgetWhenRight: true }],
    () => judgeCredentials(room, { username, password, code }, (part) => (wrong = part)),
    ({ isWhole }) => isWhole,
  );
  if ("retryAfter" in attempt) throw tooManyGuesses(attempt.retryAfter, undone);
  if (attempt.result) return attempt.result.isWhole;
  await room.audit.recordFailure(room.db, { actor: byOperator(username), action: "operator.password.wrong" });
  throw wrong === "code"
    ? new AppError("invalid-settings", `${undone}: the code is wrong, or was used before.`, {
        problems: [{ path: "code", message: "This code is wrong, or was used before." }],
      })
    : new AppError("invalid-settings", `${undone}: the current password is wrong.`, {
        problems: [{ path, message: "The current password is wrong." }],
      });
}

function tooManyGuesses(retryAfter: number, undone: string): AppError {
  const wait = formatDuration(retryAfter < 60 ? retryAfter : Math.ceil(retryAfter / 60) * 60, "s");
  return new AppError("rate-limited", `${undone}: too many wrong passwords. Try again in ${wait}.`, {
    details: { retryAfter },
  });
}
