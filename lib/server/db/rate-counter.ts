import "server-only";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import type { Pool } from "./postgres";

interface Rate {
  keyPrefix: string;
  points: number;
  duration: number;
}

/**
 * @param pool null with SQLite
 * @param options.countsAlone while the database is unavailable, counts in this process instead of failing
 */
export function rateCounter(
  pool: Pool | null,
  rate: Rate,
  { countsAlone = false } = {},
): RateLimiterAbstract {
  if (!pool) return new RateLimiterMemory(rate);
  return new RateLimiterPostgres({
    ...rate,
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    ...(countsAlone && { insuranceLimiter: new RateLimiterMemory(rate) }),
  });
}
