import "server-only";
import { createHash } from "node:crypto";
import type { Db } from "@/lib/server/db";
import { noteSecurityEvent } from "@/lib/request-context";
import { guessKeeper } from "./guess-keeper";
import type { GuessRule } from "./guess-rule";

/** An account or an address whose attempts are counted. */
export interface Guessed {
  /** A unique name, of any length. Attempts are counted under the hash of the name. */
  name: string;
  rule: GuessRule;
  /**
   * Whether a correct attempt clears the count. True for an account, because its owner has signed in. False for an
   * address, because other people at the same address may still be guessing.
   */
  forgetWhenRight: boolean;
}

const keyOf = ({ name }: Guessed) => createHash("sha256").update(name).digest("base64url");

/**
 * Calls `attempt`, unless there were too many wrong attempts. Each attempt is counted before the call, because
 * otherwise many concurrent attempts would all pass the check.
 * @param attempt resolves to undefined for a wrong guess
 * @param isWhole whether the result clears the counts; if not, only this attempt is removed from the counts
 * @returns the result, or in `retryAfter` the seconds until the next attempt is allowed
 */
export async function guardedAttempt<T>(
  db: Db,
  guessed: readonly Guessed[],
  attempt: () => Promise<T | undefined>,
  isWhole: (result: T) => boolean = () => true,
): Promise<{ result: T | undefined } | { retryAfter: number }> {
  const keeper = guessKeeper(db);
  const counted: Guessed[] = [];
  const takeBack = () => Promise.all(counted.map((one) => keeper.takeBack(keyOf(one))));
  for (const one of guessed) {
    const wait = await keeper.begin(keyOf(one), one.rule);
    if (wait > 0) {
      await takeBack();
      noteSecurityEvent("guesses.exhausted");
      return { retryAfter: Math.ceil(wait / 1000) };
    }
    counted.push(one);
  }
  let result: T | undefined;
  try {
    result = await attempt();
  } catch (error) {
    // An attempt that fails with an error is not a wrong guess. If the database is unavailable, removing the attempt
    // from the count may fail too.
    await takeBack().catch(() => undefined);
    throw error;
  }
  if (result !== undefined) {
    const right = result;
    await Promise.all(
      counted.map((one) =>
        one.forgetWhenRight && isWhole(right) ? keeper.forget(keyOf(one)) : keeper.takeBack(keyOf(one)),
      ),
    );
  }
  return { result };
}
