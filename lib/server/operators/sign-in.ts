import "server-only";
import type { Db } from "@/lib/server/db";
import { addressGroup } from "@/lib/server/door";
import { recordAudit } from "@/lib/server/audit";
import type { Caller } from "./caller";
import { type Guessed, guardedAttempt } from "./guarded-attempt";
import { ACCOUNT_RULE, ADDRESS_RULE } from "./guess-rule";
import { accountNamed, type Operator, verifyCredentials } from "./operators";
import { isKnownAddress, rememberAddress } from "./known-addresses";
import { beginSession } from "./session-store";

export type SignInResult =
  | { operator: Operator; sessionId: string; isNewAddress: boolean }
  | { error: "wrong" }
  | { error: "throttled"; retryAfter: number };

/**
 * Begins a session for a user name and password, with protection against guessing. `sessionId` is for the cookie.
 * @returns `throttled` with the seconds until the next attempt is allowed, whatever the password.
 */
export async function signIn(
  db: Db,
  credentials: { username: string; password: string },
  caller: Caller,
): Promise<SignInResult> {
  const guessed = await guessedAt(db, credentials.username, caller);
  const attempt = await guardedAttempt(db, guessed, () => verifyCredentials(db, credentials));
  if ("retryAfter" in attempt) return { error: "throttled", retryAfter: attempt.retryAfter };
  const operator = attempt.result;
  if (!operator) return { error: "wrong" };
  const sessionId = await beginSession(db, operator, caller);
  const isNewAddress = await rememberAddress(db, operator.id, caller.address);
  await recordAudit(db, { actor: operator.username, action: "sign-in" });
  return { operator, sessionId, isNewAddress };
}

/**
 * An attempt counts against the account, wherever it comes from, and against the address, whichever account it is for.
 * If the account has signed in from this address before, it counts against that pair instead, so that guesses from
 * elsewhere, or at other accounts from the same address, do not make the owner wait.
 */
async function guessedAt(db: Db, username: string, { address }: Caller): Promise<Guessed[]> {
  const group = addressGroup(address);
  const byAddress = { name: `address ${group}`, rule: ADDRESS_RULE, forgetWhenRight: false };
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
