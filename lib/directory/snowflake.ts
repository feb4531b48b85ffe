const largest = 2n ** 63n - 1n;

/** Whether `text` is an id as this API family writes them: canonical decimal, 1 to 2^63-1. Anything else names nothing. */
export function isSnowflake(text: string): boolean {
  return /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= largest;
}
