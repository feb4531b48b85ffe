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
 * Counts what happens in a time. Replicas that share a PostgreSQL database also share the count.
 * @param options.countsAlone counts in this process while the database is down, rather than fail
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
