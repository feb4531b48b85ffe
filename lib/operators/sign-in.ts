import "server-only";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { db } from "@/lib/db";
import { processSingleton } from "@/lib/singleton";
import { recordAudit } from "./audit";
import { type VerifiedOperator, verifyCredentials } from "./operators";

const seconds = 15 * 60;

/** Failed attempts only: ten for one name from one address, fifty from one address. */
const limiters = () =>
  processSingleton("sign-in-limiters", () => ({
    pair: new RateLimiterMemory({ points: 10, duration: seconds }),
    address: new RateLimiterMemory({ points: 50, duration: seconds }),
  }));

export type SignInResult =
  { operator: VerifiedOperator } | { error: "wrong" } | { error: "throttled"; retryAfter: number };

/**
 * Checks a user name and password against guessing from one address.
 * @returns `throttled` with the seconds until the next attempt counts, whatever the password.
 */
export async function signIn(username: string, password: string, address: string): Promise<SignInResult> {
  const { pair, address: byAddress } = limiters();
  const pairKey = `${address} ${username.trim().toLowerCase().slice(0, 64)}`;
  // Counted before the password is looked at, or many attempts at once would all find that they are not too many.
  const ofName = await waitFor(pair, pairKey);
  if (ofName !== null) return { error: "throttled", retryAfter: ofName };
  const ofAddress = await waitFor(byAddress, address);
  if (ofAddress !== null) {
    await pair.reward(pairKey);
    return { error: "throttled", retryAfter: ofAddress };
  }
  const giveBack = () => Promise.all([pair.reward(pairKey), byAddress.reward(address)]);
  const operator = await verifyCredentials(db(), { username, password }).catch(async (error: unknown) => {
    // While the database is away nobody guesses wrong.
    await giveBack();
    throw error;
  });
  if (operator) {
    await Promise.all([pair.delete(pairKey), byAddress.reward(address)]);
    await recordAudit(db(), { actor: operator.username, action: "sign-in" });
    return { operator };
  }
  return { error: "wrong" };
}

/** Counts an attempt; the seconds until the next one where that was one too many, else null. */
async function waitFor(limiter: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    return Math.ceil(reason.msBeforeNext / 1000);
  }
}
