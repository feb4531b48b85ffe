import "server-only";
import { createHash } from "node:crypto";
import type { Db } from "@/lib/server/db";
import { noteSecurityEvent } from "@/lib/request-context";
import { guessKeeper } from "./guess-keeper";
import type { GuessRule } from "./guess-rule";

/** The target that an attempt is counted against. */
export interface Guessed {
  /** Identifies the target of the guess; any length, stored as a hash. */
  name: string;
  rule: GuessRule;
  /**
   * Whether a success clears the count. For an account, it proves the owner; behind an address, others may still
   * be guessing.
   */
  forgetWhenRight: boolean;
}

const keyOf = ({ name }: Guessed) => createHash("sha256").update(name).digest("base64url");

/**
 * Makes an attempt that may be wrong, unless there were too many. The attempt is counted in advance, because
 * otherwise many concurrent attempts would all pass the check.
 * @param attempt resolves to undefined if it was wrong
 * @param isWhole whether a result clears the counts; otherwise the attempt is only not counted
 * @returns its result, or `retryAfter`: whole seconds until another attempt is allowed
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
    // An attempt that fails because the database is down is not a wrong guess. If the database stores the counts,
    // they cannot be corrected either.
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
