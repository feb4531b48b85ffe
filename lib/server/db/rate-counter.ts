import "server-only";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import { sharedPool } from ".";

interface Rate {
  keyPrefix: string;
  points: number;
  /** Seconds. */
  duration: number;
}

/**
 * Returns a counter of events within a duration. Replicas that share a PostgreSQL database share the count.
 * @param options.countsAlone while the database is unavailable, counts in this process instead of failing
 */
export function rateCounter(rate: Rate, { countsAlone = false } = {}): RateLimiterAbstract {
  const storeClient = sharedPool();
  if (!storeClient) return new RateLimiterMemory(rate);
  return new RateLimiterPostgres({
    ...rate,
    storeClient,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    ...(countsAlone && { insuranceLimiter: new RateLimiterMemory(rate) }),
  });
}
