/** Snowflakes count milliseconds from the first of January 2015, as the clients of this API family expect. */
export const SNOWFLAKE_EPOCH = 1_420_070_400_000;
const LARGEST = 2n ** 63n - 1n;

/** Whether `text` is an id as this API family writes them: canonical decimal, 1 to 2^63-1. Anything else names nothing. */
export function isSnowflake(text: string): boolean {
  return /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= LARGEST;
}

/** The moment (ms since 1970) at which an id was made. */
export function snowflakeTime(id: string): number {
  return Number(BigInt(id) >> 22n) + SNOWFLAKE_EPOCH;
}
