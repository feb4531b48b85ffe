import { lazily } from "@/lib/shared/lazily";

/** The epoch of snowflakes (ms): January 1, 2015. Clients of this API family expect this date. */
export const SNOWFLAKE_EPOCH = 1_420_070_400_000;
const LARGEST = 2n ** 63n - 1n;

export function isSnowflake(text: string): boolean {
  return /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= LARGEST;
}

export function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> 22n) + SNOWFLAKE_EPOCH;
}

const inUtc = lazily(
  () => new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "medium", timeZone: "UTC" }),
);

/**
 * Formats the creation time that an id contains, in UTC so that all operators see the same time. Null if the
 * id is invalid.
 */
export function snowflakeDate(id: string): string | null {
  return isSnowflake(id) ? `${inUtc().format(snowflakeTime(id))} UTC` : null;
}
