/* How many addresses a list of trusted proxies covers. Runs in browser and server, so it uses no package. */

interface Range {
  version: 4 | 6;
  first: bigint;
  last: bigint;
}

const BITS = { 4: 32, 6: 128 } as const;
/** Wider lists of public addresses are refused: an IPv4 /8, or an IPv6 /16. */
const WIDEST = { 4: 1n << 24n, 6: 1n << 112n } as const;

function numberOf4(text: string): bigint | null {
  const parts = text.split(".");
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return null;
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

function numberOf6(text: string): bigint | null {
  const mixed = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const tail = mixed ? numberOf4(mixed[2] ?? "") : null;
  if (mixed && tail === null) return null;
  const whole = mixed ? `${mixed[1]}${(tail! >> 16n).toString(16)}:${(tail! & 0xffffn).toString(16)}` : text;
  const [head = "", rest, ...more] = whole.split("::");
  if (more.length > 0) return null;
  const before = head === "" ? [] : head.split(":");
  const after = rest === undefined || rest === "" ? [] : rest.split(":");
  const missing = 8 - before.length - after.length;
  if (rest === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...before, ...Array<string>(missing).fill("0"), ...after];
  if (groups.some((group) => !/^[\da-f]{1,4}$/i.test(group))) return null;
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}

function rangeOf(entry: string): Range | null {
  const [address = "", length] = entry.split("/");
  const version = address.includes(":") ? 6 : 4;
  const value = version === 6 ? numberOf6(address) : numberOf4(address);
  const bits = BITS[version];
  const prefix = length === undefined ? bits : Number(length);
  if (value === null || !Number.isInteger(prefix) || prefix < 0 || prefix > bits) return null;
  const size = 1n << BigInt(bits - prefix);
  const first = (value / size) * size;
  const range: Range = { version, first, last: first + size - 1n };
  // ::ffff:a.b.c.d is an IPv4 address.
  const isMapped = version === 6 && range.first >> 32n === 0xffffn && range.last >> 32n === 0xffffn;
  const low = (number: bigint) => number & 0xffffffffn;
  return isMapped ? { version: 4, first: low(range.first), last: low(range.last) } : range;
}

/** Addresses that no client on the internet has. Lists may cover all of them. */
const PRIVATE = [
  "127.0.0.0/8",
  "::1/128",
  "169.254.0.0/16",
  "fe80::/10",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "fc00::/7",
].map((entry) => rangeOf(entry)!);

const isPrivate = (range: Range) =>
  PRIVATE.some(
    (privateRange) =>
      privateRange.version === range.version &&
      privateRange.first <= range.first &&
      range.last <= privateRange.last,
  );

/** Counts the addresses in ranges, and counts those in several ranges only once. */
function count(ranges: readonly Range[]): bigint {
  let total = 0n;
  let end = -1n;
  for (const { first, last } of ranges.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const from = first > end ? first : end + 1n;
    if (last >= from) total += last - from + 1n;
    if (last > end) end = last;
  }
  return total;
}

/**
 * Whether the entries together cover more public addresses than proxies have: more than an IPv4 /8 or an IPv6 /16. With
 * such a list, clients could choose the address under which they are counted.
 */
export function isTooWide(entries: readonly string[]): boolean {
  const ranges = entries.flatMap((entry) => rangeOf(entry) ?? []).filter((range) => !isPrivate(range));
  return ([4, 6] as const).some(
    (version) => count(ranges.filter((range) => range.version === version)) > WIDEST[version],
  );
}
