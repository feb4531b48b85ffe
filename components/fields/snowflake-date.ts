/** First moment that an id of this API family can encode: 1 January 2015, in milliseconds. */
const epoch = 1_420_070_400_000n;

const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "medium", timeZone: "UTC" });

/** The moment that an id encodes, in UTC so that everybody reads the same; null for what is no id. */
export function snowflakeDate(id: string): string | null {
  if (!/^[1-9]\d{0,18}$/.test(id)) return null;
  const bits = BigInt(id);
  if (bits >= 2n ** 63n) return null;
  return `${format.format(new Date(Number((bits >> 22n) + epoch)))} UTC`;
}
