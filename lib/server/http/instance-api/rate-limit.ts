import "server-only";
import type { RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { Settings } from "@/lib/shared/settings/values";
import type { Pool } from "@/lib/server/db";
import { rateCounter } from "@/lib/server/db/rate-counter";
import { addressGroup } from "@/lib/server/http/door";
import { AppError } from "@/lib/errors";

type Window = "ip" | "global" | "error" | "routes.auth.login";

interface Standing {
  window: Window;
  limit: number;
  remaining: number;
  /** Milliseconds until the window ends. */
  resetAfter: number;
}

/** The response must include `headers`. */
interface LimitResult {
  headers: Record<string, string>;
  /** Counts the request as failed. Call this for each response with a status of 400 or above. */
  failed(): Promise<void>;
}

interface Limiter {
  /** Identifies the window and its configuration. Counters with different names are independent. */
  name: string;
  counter: RateLimiterAbstract;
}

function standing(window: Window, limit: number, result: RateLimiterRes): Standing {
  return {
    window,
    limit,
    remaining: Math.max(0, limit - result.consumedPoints),
    resetAfter: result.msBeforeNext,
  };
}

function rateHeaders({ window, limit, remaining, resetAfter }: Standing): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": ((Date.now() + resetAfter) / 1000).toFixed(3),
    "X-RateLimit-Reset-After": (resetAfter / 1000).toFixed(3),
    "X-RateLimit-Bucket": window,
  };
}

/**
 * The error for a request that exceeds a limit. The response must include `headers`, and its body must
 * include `details`.
 */
export class RateLimited extends AppError {
  constructor(
    readonly headers: Record<string, string>,
    retryAfter: number,
    global: boolean,
  ) {
    super("rate-limited", undefined, { details: { retry_after: retryAfter, global } });
  }
}

function refuse(at: Standing): never {
  const global = at.window === "global";
  throw new RateLimited(
    {
      ...rateHeaders({ ...at, remaining: 0 }),
      "Retry-After": String(Math.max(1, Math.ceil(at.resetAfter / 1000))),
      "X-RateLimit-Scope": global ? "global" : "user",
      ...(global && { "X-RateLimit-Global": "true" }),
    },
    Math.ceil(at.resetAfter) / 1000,
    global,
  );
}

const unlimited: LimitResult = { headers: {}, failed: async () => undefined };

export type Limits = ReturnType<typeof createLimits>;

/** @param pool null with SQLite */
export function createLimits(pool: Pool | null) {
  const limiters = new Map<Window, Limiter>();

  /** If the window's maximum count or length changes in the live file, a new counter starts. */
  function limiter(settings: Settings, window: Window): RateLimiterAbstract | null {
    const points = settings.get(`limits.rate.${window}.count`);
    const duration = settings.get(`limits.rate.${window}.window`);
    if (duration <= 0) return null;
    const name = `${window}:${points}:${duration}`;
    const known = limiters.get(window);
    if (known?.name === name) return known.counter;
    const counter = rateCounter(pool, { keyPrefix: name, points, duration });
    limiters.set(window, { name, counter });
    return counter;
  }

  /** @throws RateLimited if the request exceeds the window's maximum count */
  async function consume(settings: Settings, window: Window, key: string): Promise<Standing | null> {
    const counter = limiter(settings, window);
    if (!counter) return null;
    const result = await counter.penalty(key);
    const at = standing(window, counter.points, result);
    if (result.consumedPoints > counter.points) refuse(at);
    return at;
  }

  async function checkErrors(settings: Settings, key: string): Promise<void> {
    const counter = limiter(settings, "error");
    const result = await counter?.get(key);
    if (counter && result && result.consumedPoints >= counter.points)
      refuse(standing("error", counter.points, result));
  }

  return {
    /**
     * Counts a request in the windows of `limits.rate` if they are enabled (docs/instance-api.md, "Rate limits").
     * @param sender `userId` only if the token was valid; `exempt` if the user may bypass rate limits
     * @throws RateLimited
     */
    async consume(
      settings: Settings,
      sender: { address: string; userId?: string; exempt: boolean },
    ): Promise<LimitResult> {
      if (!settings.get("limits.rate.enabled") || sender.exempt) return unlimited;
      const client = addressGroup(sender.address);
      const errorKey = sender.userId ? `user ${sender.userId}` : `ip ${client}`;
      const ip = await consume(settings, "ip", client);
      await checkErrors(settings, errorKey);
      const global = await consume(settings, "global", "all");
      const tightest = ip && global ? (global.remaining < ip.remaining ? global : ip) : (ip ?? global);
      return {
        headers: tightest ? rateHeaders(tightest) : {},
        async failed() {
          await limiter(settings, "error")?.penalty(errorKey);
        },
      };
    },

    /**
     * Counts a sign-in attempt at the upstream instance. This limit applies even if `limits.rate` is disabled, because
     * the instance sees all attempts as coming from the panel's address.
     * @throws RateLimited beyond `limits.rate.routes.auth.login`
     */
    async consumeLogin(settings: Settings, address: string): Promise<void> {
      await consume(settings, "routes.auth.login", addressGroup(address));
    },
  };
}
