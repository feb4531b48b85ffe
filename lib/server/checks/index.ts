import "server-only";
import { RateLimiterRes } from "rate-limiter-flexible";
import type { CheckResult } from "@/lib/shared/contract/checks";
import { configFile } from "@/lib/server/config-file";
import { env } from "@/lib/env";
import { rateCounter } from "@/lib/server/db/rate-counter";
import { AppError } from "@/lib/errors";
import { processSingleton } from "@/lib/process-singleton";
import { type CheckRequest, run } from "./run";
import { panelSettings, reachOf } from "@/lib/panel-settings";

export type { CheckRequest };

const limitMs = 8_000;

/**
 * Tests one of the instance's connections with the file's settings and an operator's unsaved edits.
 * @param signal aborted if the operator cancels
 * @throws AppError `invalid-settings`, `rate-limited`, `config-unreadable`
 */
export function runCheck(request: CheckRequest, signal: AbortSignal): Promise<CheckResult> {
  return limited(async () =>
    run(request, {
      saved: await configFile().settings(),
      env: reachOf(env(), panelSettings()),
      limitMs,
      signal,
    }),
  );
}

const perMinute = 20;
const atOnce = 2;

const limits = () =>
  processSingleton("check-limits", () => ({
    limiter: rateCounter({ keyPrefix: "checks", points: perMinute, duration: 60 }, { countsAlone: true }),
    running: 0,
  }));

/**
 * Runs a check unless too many are running or have started within a minute. All operators share these limits.
 * With limits per operator, several accounts together could use the panel as a port scanner.
 * @throws AppError `rate-limited` (`details.retryAfter` in seconds)
 */
export async function limited<T>(work: () => Promise<T>): Promise<T> {
  const now = limits();
  if (now.running >= atOnce) {
    throw tooMany(`${atOnce} checks are already running. Wait until one has finished.`, 1);
  }
  now.running += 1;
  try {
    await now.limiter.consume("panel").catch((error: unknown) => {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw tooMany(
        `The panel runs at most ${perMinute} checks a minute. Try again in ${seconds} seconds.`,
        seconds,
      );
    });
    return await work();
  } finally {
    now.running -= 1;
  }
}

const tooMany = (message: string, retryAfter: number): AppError =>
  new AppError("rate-limited", message, { details: { retryAfter } });
