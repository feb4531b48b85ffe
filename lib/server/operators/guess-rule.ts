import "server-only";

/** The counted attempts at one account or from one address. Times are in ms, by the clock of the `GuessKeeper`. */
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
  /** How long after the last attempt the count is cleared (ms). */
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
 * Counts an attempt if an attempt is allowed now.
 * @param known the earlier attempts, if there were any
 * @returns `wait` is 0 if the attempt was counted, or else the time until the next attempt is allowed (ms); `next` is
 * the record to store
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
