import "server-only";
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from "rate-limiter-flexible";
import type { Settings } from "@/lib/config/values";
import { sharedPool } from "@/lib/db";
import { AppError } from "../errors";
import { processSingleton } from "../singleton";

type Window = "ip" | "global" | "error" | "routes.auth.login";

/** Where a request stands in one window. */
interface Standing {
  window: Window;
  limit: number;
  remaining: number;
  /** ms until the window ends */
  resetAfter: number;
}

/** One request's way through the limits. `headers` belong on its answer. */
export interface Passage {
  headers: Record<string, string>;
  /** Counts an answer of 400 and above against its sender. */
  failed(): Promise<void>;
}

interface Limiter {
  /** Its window, count and length: what is counted for one is not counted for another. */
  name: string;
  counter: RateLimiterAbstract;
}

const limiters = () => processSingleton("rate-limiters", () => new Map<Window, Limiter>());

/** Replicas on one PostgreSQL count together. */
function counterFor(keyPrefix: string, points: number, duration: number): RateLimiterAbstract {
  const storeClient = sharedPool();
  const options = { keyPrefix, points, duration };
  if (!storeClient) return new RateLimiterMemory(options);
  return new RateLimiterPostgres({ ...options, storeClient, tableName: "rate_limits", tableCreated: true });
}

/** The counter of a window as the live file has it; a changed count or length starts afresh. Null when it limits nothing. */
function limiter(settings: Settings, window: Window): RateLimiterAbstract | null {
  const points = settings.get(`limits.rate.${window}.count`);
  const duration = settings.get(`limits.rate.${window}.window`);
  if (duration <= 0) return null;
  const name = `${window}:${points}:${duration}`;
  const known = limiters().get(window);
  if (known?.name === name) return known.counter;
  const counter = counterFor(name, points, duration);
  limiters().set(window, { name, counter });
  return counter;
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

/** A request beyond a limit. `headers` belong on its answer, `details` into its body. */
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

/** Counts a request; throws when it is beyond the window's count. */
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
  if (counter && result && result.consumedPoints >= counter.points) {
    refuse(standing("error", counter.points, result));
  }
}

const unlimited: Passage = { headers: {}, failed: async () => undefined };

/**
 * Lets a request through the windows of `limits.rate`, when they are switched on (specification 8.2).
 * @param sender address, and the user's id when its token was good; `exempt` has the right to bypass the limits
 * @throws RateLimited
 */
export async function enter(
  settings: Settings,
  sender: { address: string; userId?: string; exempt: boolean },
): Promise<Passage> {
  if (!settings.get("limits.rate.enabled") || sender.exempt) return unlimited;
  const errorKey = sender.userId ? `user ${sender.userId}` : `ip ${sender.address}`;
  const ip = await consume(settings, "ip", sender.address);
  await checkErrors(settings, errorKey);
  const global = await consume(settings, "global", "all");
  const tightest = ip && global ? (global.remaining < ip.remaining ? global : ip) : (ip ?? global);
  return {
    headers: tightest ? rateHeaders(tightest) : {},
    async failed() {
      await limiter(settings, "error")?.penalty(errorKey);
    },
  };
}

/**
 * Lets an attempt to sign in at the existing instance through, whether or not `limits.rate` is switched on: to that
 * instance all of them come from here.
 * @throws RateLimited beyond `limits.rate.routes.auth.login`
 */
export async function enterLogin(settings: Settings, address: string): Promise<void> {
  await consume(settings, "routes.auth.login", address);
}
