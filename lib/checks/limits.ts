import "server-only";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "@/lib/errors";
import { processSingleton } from "@/lib/singleton";

const perMinute = 20;
const atOnce = 2;

const state = () =>
  processSingleton("check-limits", () => ({
    limiter: new RateLimiterMemory({ points: perMinute, duration: 60 }),
    running: new Map<string, number>(),
  }));

/**
 * Runs a check within what one operator may do: so many a minute, so many at a time.
 * @throws AppError `rate-limited` (`details.retryAfter` in seconds)
 */
export async function limited<T>(operator: string, work: () => Promise<T>): Promise<T> {
  const { limiter, running } = state();
  const now = running.get(operator) ?? 0;
  if (now >= atOnce) {
    throw tooMany(`${atOnce} checks are running already. Wait until one has finished.`, 1);
  }
  running.set(operator, now + 1);
  try {
    await limiter.consume(operator).catch((error: unknown) => {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw tooMany(
        `You have checked ${perMinute} times within a minute. Try again in ${seconds} seconds.`,
        seconds,
      );
    });
    return await work();
  } finally {
    const left = (running.get(operator) ?? 1) - 1;
    if (left > 0) running.set(operator, left);
    else running.delete(operator);
  }
}

const tooMany = (message: string, retryAfter: number): AppError =>
  new AppError("rate-limited", message, { details: { retryAfter } });
