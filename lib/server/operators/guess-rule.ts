import "server-only";

/** The attempts at one target. Times are in ms, by the clock of the `GuessKeeper`. */
export interface Guesses {
  /** The number of attempts since the last correct one. Includes attempts whose result is not known yet. */
  failures: number;
  retryAt: number;
  forgetAt: number;
}

export interface GuessRule {
  /** The number of attempts without a wait. Afterwards, the wait is 1 s and doubles with each attempt. */
  free: number;
  /** The longest wait (ms). */
  longestWait: number;
  /** The attempts are forgotten after this time without a new one (ms). */
  memory: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Limits guesses at one account from all addresses. Nobody is locked out for longer than 15 minutes. */
export const ACCOUNT_RULE: GuessRule = { free: 10, longestWait: 15 * MINUTE, memory: 24 * HOUR };

/** Limits guesses from one address at all accounts. Generous, because many people may share an address. */
export const ADDRESS_RULE: GuessRule = { free: 50, longestWait: MINUTE, memory: HOUR };

const wait = (failures: number, { free, longestWait }: GuessRule) =>
  failures < free ? 0 : Math.min(longestWait, SECOND * 2 ** (failures - free));

/**
 * Counts an attempt. @param known the earlier attempts, if there were any
 * @returns in `wait`, the time (ms) until an attempt is allowed, in which case this one is not counted; else 0, and
 * the record to store in `next`
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
