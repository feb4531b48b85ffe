import "server-only";
import { byOperator } from "@/lib/shared/author";
import * as z from "zod/mini";
import { AppError } from "@/lib/errors";
import { newPassword as newPasswordSchema } from "@/lib/shared/contract/operators";
import { addressGroup } from "@/lib/server/http/door";
import { type Caller, isKnownAddress } from "./caller";
import { ACCOUNT_RULE, ADDRESS_RULE, guardedAttempt, type Guessed } from "./guesses";
import type { PasskeyAnswer } from "@/lib/shared/contract/factors";
import { judgePasskey } from "./factors/passkeys";
import { type Credentials, judgeCredentials } from "./factors/confirm";
import { secondFactors } from "./factors/second-factor";
import {
  accountNamed,
  changePassword,
  type Operator,
  verifiedOperator,
  type VerifiedOperator,
} from "./operators";
import type { OperatorsRoom } from "./room";
import { signInAs } from "./session-store";

export type SignInResult =
  | { operator: Operator; sessionId: string; isNewAddress: boolean }
  | { error: "wrong" | "code" }
  /** If a new password was sent, `refusal` is the reason why the new password is not accepted. */
  | { error: "new-password"; refusal?: string }
  | { error: "factor"; ways: string[] }
  | { error: "throttled"; retryAfter: number };

export type PasswordAttempt = Credentials & { newPassword?: string | undefined };

/**
 * Limits guesses.
 * @returns `sessionId` for the cookie; or `throttled` with the seconds until the next attempt is allowed,
 * even if the password is correct
 */
export async function signIn(
  room: OperatorsRoom,
  credentials: PasswordAttempt,
  caller: Caller,
): Promise<SignInResult> {
  const { db, guesses } = room;
  const guessed = await guessedAt(db, credentials.username, caller);
  let wrong = "password";
  const attempt = await guardedAttempt(
    guesses,
    guessed,
    () => judgeCredentials(room, credentials, (part) => (wrong = part)),
    ({ isWhole }) => isWhole,
  );
  if ("retryAfter" in attempt) return { error: "throttled", retryAfter: attempt.retryAfter };
  if (!attempt.result) return { error: wrong === "code" ? "code" : "wrong" };
  const { operator, isWhole, by } = attempt.result;
  // Ask for the new password before checking the code, because a code is accepted only once.
  if (operator.mustChangePassword && credentials.newPassword === undefined) return { error: "new-password" };
  if (isWhole) {
    const changed = operator.mustChangePassword
      ? await changeRequiredPassword(room, operator, credentials)
      : operator;
    return "error" in changed
      ? changed
      : signInAs(room, changed, caller, { method: "password", detail: by && { by } });
  }
  const { passkey } = await secondFactors(db, operator.id);
  // Recovery codes also work for operators whose only factor is a passkey.
  return { error: "factor", ways: [...(passkey ? ["passkey"] : []), "code"] };
}

/**
 * No other factor is needed, because a passkey combines two: the device, and the PIN or fingerprint that
 * unlocks it.
 */
export async function signInByPasskey(
  room: OperatorsRoom,
  answer: PasskeyAnswer,
  caller: Caller,
): Promise<SignInResult> {
  const attempt = await guardedAttempt(room.guesses, [addressGuess(caller)], async () => {
    const id = await judgePasskey(room, answer, "sign-in");
    return id === undefined ? undefined : verifiedOperator(room.db, id);
  });
  if ("retryAfter" in attempt) return { error: "throttled", retryAfter: attempt.retryAfter };
  return attempt.result
    ? signInAs(room, attempt.result, caller, { detail: { by: "passkey" } })
    : { error: "wrong" };
}

const addressGuess = ({ address }: Caller): Guessed => ({
  name: `address ${addressGroup(address)}`,
  rule: ADDRESS_RULE,
  forgetWhenRight: false,
});

/**
 * Returns the counters that limit an attempt:
 * - If the account has signed in from this address before: one counter for this account at this address.
 *   Guesses from other addresses or at other accounts do not delay the attempt.
 * - Otherwise: a counter for the account (from any address) and a counter for the address (at any account).
 */
async function guessedAt(db: OperatorsRoom["db"], username: string, caller: Caller): Promise<Guessed[]> {
  const { address } = caller;
  const group = addressGroup(address);
  const byAddress = addressGuess(caller);
  const account = await accountNamed(db, username);
  if (!account) return [byAddress];
  const byAccount = {
    name: `account ${account.mark} ${account.key}`,
    rule: ACCOUNT_RULE,
    forgetWhenRight: true,
  };
  if (!(await isKnownAddress(db, account.key, address))) return [byAddress, byAccount];
  return [{ ...byAccount, name: `${byAccount.name} at ${group}` }];
}

async function changeRequiredPassword(
  room: OperatorsRoom,
  operator: VerifiedOperator,
  { password, newPassword }: PasswordAttempt,
): Promise<VerifiedOperator | Extract<SignInResult, { error: "new-password" }>> {
  const refused = (refusal: string) => ({ error: "new-password" as const, refusal });
  const parsed = z.safeParse(newPasswordSchema, newPassword);
  if (!parsed.success) return refused(parsed.error.issues[0]?.message ?? "Choose another password.");
  if (parsed.data === password) return refused("Choose a password other than the one you have.");
  const { username } = operator;
  const entry = { actor: byOperator(username), action: "operator.password", target: username };
  try {
    await room.audit.audited(room.db, entry, () => changePassword(room, operator, parsed.data));
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid-settings")
      return refused(error.problems[0]?.message ?? error.message);
    throw error;
  }
  return (await verifiedOperator(room.db, operator.id)) ?? refused("Sign in again.");
}
