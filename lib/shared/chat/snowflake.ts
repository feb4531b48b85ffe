import { lazily } from "@/lib/shared/lazily";

/** Snowflakes count milliseconds from January 1, 2015, as the clients of this API family expect. */
export const SNOWFLAKE_EPOCH = 1_420_070_400_000;
const LARGEST = 2n ** 63n - 1n;

/**
 * Whether `text` is an id as this API family writes them: canonical decimal from 1 to 2^63-1. No other text is an
 * id.
 */
export function isSnowflake(text: string): boolean {
  return /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= LARGEST;
}

/** The time (ms since 1970) at which an id was created. */
export function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> 22n) + SNOWFLAKE_EPOCH;
}

const inUtc = lazily(
  () => new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "medium", timeZone: "UTC" }),
);

/** The creation time encoded in an id, in UTC so that everybody sees the same; null if it is not an id. */
export function snowflakeDate(id: string): string | null {
  return isSnowflake(id) ? `${inUtc().format(snowflakeTime(id))} UTC` : null;
}
