import "server-only";

/** The recorded guesses at one target. Times are in ms of the keeper's clock. */
export interface Guesses {
  /** Attempts since the last correct one. Each counts as wrong until it proves correct. */
  failures: number;
  /** No attempt is allowed before this time. */
  retryAt: number;
  /** At this time the record expires. */
  forgetAt: number;
}

export interface GuessRule {
  /** Number of attempts without a wait. After them, the wait is 1 s, then 2 s, 4 s … */
  free: number;
  /** … up to this maximum (ms). */
  longestWait: number;
  /** After this many ms without an attempt, the record is deleted. */
  memory: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** For one account, for guesses from anywhere. Nobody is locked out for longer than 15 minutes. */
export const ACCOUNT_RULE: GuessRule = { free: 10, longestWait: 15 * MINUTE, memory: 24 * HOUR };

/** For one address, for any names, because many people may share it. */
export const ADDRESS_RULE: GuessRule = { free: 50, longestWait: MINUTE, memory: HOUR };

const wait = (failures: number, { free, longestWait }: GuessRule) =>
  failures < free ? 0 : Math.min(longestWait, SECOND * 2 ** (failures - free));

/**
 * Counts an attempt at `now`. Without `known` it is the first.
 * @returns `wait`: the ms until an attempt is allowed, in which case this one was not counted; otherwise 0 and the
 * record to store
 */
export function countAttempt(
  known: Guesses | undefined,
  now: number,
  rule: GuessRule,
): { wait: number; next?: Guesses } {
  const before = known && known.forgetAt > now ? known : undefined;
  if (before && before.retryAt > now) return { wait: before.retryAt - now };
  const failures = (before?.failures ?? 0) + 1;
  const next = { failures, retryAt: now + wait(failures, rule), forgetAt: now + rule.memory };
  return { wait: 0, next };
}
