import "server-only";
import { setTimeout as wait } from "node:timers/promises";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The time, as rooms take it, so that tests and the simulator can run in virtual time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since an arbitrary moment. Corrections of the wall clock do not affect it. */
  elapsed(): number;
  wait(ms: number): Promise<void>;
  /** Resolves after some milliseconds to limit other work, without keeping the process alive. Rejects when aborted. */
  alarm(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  wait: (ms) => wait(ms),
  alarm: (ms, signal) => wait(ms, undefined, { signal, ref: false }),
};
