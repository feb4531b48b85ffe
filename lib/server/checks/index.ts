import "server-only";
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { CheckResult } from "@/lib/shared/contract/checks";
import type { Settings } from "@/lib/shared/settings/values";
import { AppError } from "@/lib/errors";
import type { Reach } from "@/lib/panel-settings";
import { downloadList } from "./download-list";
import { type CheckRequest, run } from "./run";

export type { CheckRequest };

const LIMIT_MS = 8_000;
export const CHECKS_PER_MINUTE = 20;
const AT_ONCE = 2;

export interface ChecksDeps {
  settings: () => Promise<Settings>;
  reach: () => Reach;
  /** Counts `CHECKS_PER_MINUTE` checks a minute, over all replicas. */
  limiter: RateLimiterAbstract;
}

export function createChecks({ settings, reach, limiter }: ChecksDeps) {
  let running = 0;

  /**
   * Runs a check unless too many are running or have started within a minute. All operators share these limits.
   * With limits per operator, several accounts together could use the panel as a port scanner.
   * @throws AppError `rate-limited` (`details.retryAfter` in seconds)
   */
  async function limited<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE)
      throw tooMany(`${AT_ONCE} checks are already running. Wait until one has finished.`, 1);
    running += 1;
    try {
      await limiter.consume("panel").catch((error: unknown) => {
        if (!(error instanceof RateLimiterRes)) throw error;
        const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw tooMany(
          `The panel runs at most ${CHECKS_PER_MINUTE} checks a minute. Try again in ${seconds} seconds.`,
          seconds,
        );
      });
      return await work();
    } finally {
      running -= 1;
    }
  }

  return {
    limited,
    /** Private addresses need CHECK_ALLOW. @throws AppError `invalid-input`, `bad-gateway`, `rate-limited` */
    downloadList: (address: string, signal: AbortSignal): Promise<string[]> =>
      limited(() => downloadList(address, { saved: [], allow: reach().checkAllow }, signal)),
    /**
     * @param signal aborted if the operator cancels
     * @throws AppError `invalid-settings`, `rate-limited`, `config-unreadable`
     */
    run: (request: CheckRequest, signal: AbortSignal): Promise<CheckResult> =>
      limited(async () => run(request, { saved: await settings(), env: reach(), limitMs: LIMIT_MS, signal })),
  };
}

const tooMany = (message: string, retryAfter: number): AppError =>
  new AppError("rate-limited", message, { details: { retryAfter } });
