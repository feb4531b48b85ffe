import "server-only";
import type { Db } from "@/lib/server/db";
import { addressGroup } from "@/lib/server/door";
import { recordAudit } from "@/lib/server/audit";
import type { Caller } from "./caller";
import { type Guessed, guardedAttempt } from "./guarded-attempt";
import { ACCOUNT_RULE, ADDRESS_RULE } from "./guess-rule";
import type { PasskeyAnswer } from "@/lib/shared/contract/factors";
import { judgePasskey } from "./factors/passkeys";
import { type Credentials, judgeCredentials } from "./factors/confirm";
import { secondFactors } from "./factors/second-factor";
import { accountNamed, type Operator, verifiedOperator, type VerifiedOperator } from "./operators";
import { isKnownAddress, rememberAddress } from "./known-addresses";
import { beginSession } from "./session-store";

export type SignInResult =
  | { operator: Operator; sessionId: string; isNewAddress: boolean }
  | { error: "wrong" | "code" }
  /** The password is right, and the account has a second factor as well. `ways`: what it can be. */
  | { error: "factor"; ways: string[] }
  | { error: "throttled"; retryAfter: number };

/**
 * Begins a session for a user name and password, and a code if the account has a second factor, with protection against
 * guessing. `sessionId` is for the cookie. Nothing begins before all that is needed is there.
 * @returns `throttled` with the seconds until the next attempt is allowed, whatever the password.
 */
export async function signIn(db: Db, credentials: Credentials, caller: Caller): Promise<SignInResult> {
  const guessed = await guessedAt(db, credentials.username, caller);
  let wrong = "password";
  const attempt = await guardedAttempt(
    db,
    guessed,
    () => judgeCredentials(db, credentials, (part) => (wrong = part)),
    ({ isWhole }) => isWhole,
  );
  if ("retryAfter" in attempt) return { error: "throttled", retryAfter: attempt.retryAfter };
  if (!attempt.result) return { error: wrong === "code" ? "code" : "wrong" };
  const { operator, isWhole, by } = attempt.result;
  if (isWhole) return begin(db, operator, caller, by && { by });
  const { passkey } = await secondFactors(db, operator.id);
  // An operator who has lost the passkey has recovery codes.
  return { error: "factor", ways: [...(passkey ? ["passkey"] : []), "code"] };
}

/** Begins a session for a passkey, which is two factors in one: the device, and the PIN or finger that unlocks it. */
export async function signInByPasskey(db: Db, answer: PasskeyAnswer, caller: Caller): Promise<SignInResult> {
  const attempt = await guardedAttempt(db, [addressGuess(caller)], async () => {
    const id = await judgePasskey(db, answer, "sign-in");
    return id === undefined ? undefined : verifiedOperator(db, id);
  });
  if ("retryAfter" in attempt) return { error: "throttled", retryAfter: attempt.retryAfter };
  return attempt.result ? begin(db, attempt.result, caller, { by: "passkey" }) : { error: "wrong" };
}

async function begin(
  db: Db,
  operator: VerifiedOperator,
  caller: Caller,
  detail?: Record<string, unknown>,
): Promise<SignInResult> {
  const sessionId = await beginSession(db, operator, caller);
  const isNewAddress = await rememberAddress(db, operator.id, caller.address);
  await recordAudit(db, { actor: operator.username, action: "sign-in", ...(detail && { detail }) });
  return { operator, sessionId, isNewAddress };
}

const addressGuess = ({ address }: Caller): Guessed => ({
  name: `address ${addressGroup(address)}`,
  rule: ADDRESS_RULE,
  forgetWhenRight: false,
});

/**
 * An attempt counts against the account, wherever it comes from, and against the address, whichever account it is for.
 * If the account has signed in from this address before, it counts against that pair instead, so that guesses from
 * elsewhere, or at other accounts from the same address, do not make the owner wait.
 */
async function guessedAt(db: Db, username: string, caller: Caller): Promise<Guessed[]> {
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
