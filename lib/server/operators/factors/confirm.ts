import "server-only";
import { byOperator } from "@/lib/shared/author";
import { AppError } from "@/lib/errors";
import { recordFailure } from "@/lib/server/audit";
import type { Db } from "@/lib/server/db";
import { formatDuration } from "@/lib/shared/settings/kinds/duration";
import { guardedAttempt } from "../guarded-attempt";
import { ACCOUNT_RULE } from "../guess-rule";
import { accountNamed, type Operator, type VerifiedOperator, verifyCredentials } from "../operators";
import { judgeCode } from "./codes";
import { hasSecondFactor } from "./second-factor";

/** The data with which somebody claims to be an operator. */
export interface Credentials {
  username: string;
  password: string;
  /** A code from an authenticator, or a recovery code. */
  code?: string | undefined;
}

/** A correct password, with a correct code if one was sent. */
export interface Judged {
  operator: VerifiedOperator;
  /** False if the account has a second factor and no code was sent. */
  isWhole: boolean;
  /** The kind of code. */
  by?: "app" | "recovery code";
}

/**
 * Checks password and code together, so that a correct password does not clear the count of guessed codes.
 * @param onWrong called with the wrong part if undefined is returned
 */
export async function judgeCredentials(
  db: Db,
  { code, ...credentials }: Credentials,
  onWrong: (part: "password" | "code") => void,
): Promise<Judged | undefined> {
  const operator = await verifyCredentials(db, credentials);
  if (!operator) return void onWrong("password");
  if (!(await hasSecondFactor(db, operator.id))) return { operator, isWhole: true };
  if (!code) return { operator, isWhole: false };
  const by = await judgeCode(db, operator.id, code);
  return by ? { operator, isWhole: true, by } : void onWrong("code");
}

/** The consequence of a wrong password, for a message: "The password was not changed". */
export interface Confirmation {
  password: string;
  code?: string | undefined;
  /** The path of the password's control. */
  path: string;
  undone: string;
}

/**
 * Verifies that the session's user also knows the operator's password, and the code if one is sent.
 * @returns whether that proves who they are; for an account with a second factor only with a code
 * @throws AppError `invalid-settings` if one is wrong; `rate-limited` after too many wrong ones
 */
export async function confirmPassword(
  db: Db,
  { username }: Operator,
  { password, code, path, undone }: Confirmation,
): Promise<boolean> {
  const account = await accountNamed(db, username);
  // Counted separately from sign-in, so that guessing with a stolen session does not prevent the owner from ending
  // it.
  const name = `current password ${account?.mark} ${account?.key}`;
  let wrong = "password";
  const attempt = await guardedAttempt(
    db,
    [{ name, rule: ACCOUNT_RULE, forgetWhenRight: true }],
    () => judgeCredentials(db, { username, password, code }, (part) => (wrong = part)),
    ({ isWhole }) => isWhole,
  );
  if ("retryAfter" in attempt) throw tooManyGuesses(attempt.retryAfter, undone);
  if (attempt.result) return attempt.result.isWhole;
  await recordFailure(db, { actor: byOperator(username), action: "operator.password.wrong" });
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
