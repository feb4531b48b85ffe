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
  const used = [
    { state: await pair.get(pairKey), points: pair.points },
    { state: await byAddress.get(address), points: byAddress.points },
  ];
  for (const { state, points } of used) {
    if (state && state.consumedPoints >= points) {
      return { error: "throttled", retryAfter: Math.ceil(state.msBeforeNext / 1000) };
    }
  }
  const operator = await verifyCredentials(db(), { username, password });
  if (operator) {
    await pair.delete(pairKey);
    await recordAudit(db(), { actor: operator.username, action: "sign-in" });
    return { operator };
  }
  await Promise.all(
    [pair.consume(pairKey), byAddress.consume(address)].map((spent) => spent.catch(ignoreOverrun)),
  );
  return { error: "wrong" };
}

/** The attempt that overruns the limit was wrong like any other; the next one is told to wait. */
function ignoreOverrun(reason: unknown): void {
  if (!(reason instanceof RateLimiterRes)) throw reason;
}
