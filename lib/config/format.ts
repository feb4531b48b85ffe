/*
 * Numbers as people read and type them, in the units of the file. The locale is fixed, so that server and browser
 * write the same text.
 */

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 6 });

/** "1,048,576". */
export function formatNumber(value: number): string {
  return grouped.format(value);
}

type TimeUnit = "s" | "ms";

const timeUnits = [
  { name: "day", ms: 86_400_000 },
  { name: "hour", ms: 3_600_000 },
  { name: "minute", ms: 60_000 },
  { name: "second", ms: 1000 },
  { name: "millisecond", ms: 1 },
] as const;

/** "2 hours 30 minutes" for a number of seconds or milliseconds, without rounding. */
export function formatDuration(value: number, fileUnit: TimeUnit): string {
  let left = Math.abs(fileUnit === "s" ? value * 1000 : value);
  if (!Number.isSafeInteger(left))
    return `${formatNumber(value)} ${fileUnit === "s" ? "seconds" : "milliseconds"}`;
  const parts = timeUnits.flatMap(({ name, ms }) => {
    const count = Math.floor(left / ms);
    left -= count * ms;
    return count === 0 ? [] : [`${formatNumber(count)} ${name}${count === 1 ? "" : "s"}`];
  });
  if (parts.length === 0) return `0 ${fileUnit === "s" ? "seconds" : "milliseconds"}`;
  return `${value < 0 ? "−" : ""}${parts.join(" ")}`;
}

const timeWords: readonly (readonly [pattern: RegExp, ms: number])[] = [
  [/^(ms|msecs?|milliseconds?)$/, 1],
  [/^(s|secs?|seconds?)$/, 1000],
  [/^(m|mins?|minutes?)$/, 60_000],
  [/^(h|hrs?|hours?)$/, 3_600_000],
  [/^(d|days?)$/, 86_400_000],
  [/^(w|wks?|weeks?)$/, 604_800_000],
];

/**
 * Reads "2h 30m", "1.5 hours", "90 s" or a bare number, which counts the file's unit.
 * @returns whole seconds or milliseconds; null for a text that is no duration or that the unit cannot hold
 */
export function parseDuration(text: string, fileUnit: TimeUnit): number | null {
  const scale = fileUnit === "s" ? 1000 : 1;
  const parts = partsOf(text);
  if (parts === null) return null;
  if (parts.length === 1 && parts[0]?.word === "") return wholeOrNull(parts[0].amount);
  let total = 0;
  for (const { amount, word } of parts) {
    const unit = timeWords.find(([pattern]) => pattern.test(word));
    if (unit === undefined) return null;
    total += amount * unit[1];
  }
  // Sums of decimal fractions, such as 0.1 h, miss the whole number by a hair.
  return wholeOrNull(Math.round(total * 1000) / 1000 / scale);
}

const byteUnits = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;

function largestUnit(value: number): { size: number; name: string } {
  let index = 0;
  while (index < byteUnits.length - 1 && Math.abs(value) >= 1024 ** (index + 1)) index += 1;
  return { size: 1024 ** index, name: byteUnits[index] ?? "bytes" };
}

/** "25 MiB", rounded to two decimals where it is not a whole number of the unit. */
export function formatBytes(value: number): string {
  if (Math.abs(value) === 1) return `${value} byte`;
  const { size, name } = largestUnit(value);
  return `${formatNumber(Math.round((value / size) * 100) / 100)} ${name}`;
}

/**
 * Reads "25 MiB", "1.5g", "500 kB" or a bare number of bytes. KB, MB… count by 1,000; KiB, MiB… and the bare letters
 * K, M… by 1,024.
 * @returns whole bytes, fractions rounded; null for a text that is no size
 */
export function parseBytes(text: string): number | null {
  const parts = partsOf(text);
  const [part] = parts ?? [];
  if (part === undefined || parts?.length !== 1) return null;
  if (part.word === "") return wholeOrNull(part.amount);
  const match = /^(?:(b|bytes?)|([kmgtp])(i?b)?)$/.exec(part.word);
  if (match === null) return null;
  const power = match[2] === undefined ? 0 : "kmgtp".indexOf(match[2]) + 1;
  return wholeOrNull(Math.round(part.amount * (match[3] === "b" ? 1000 : 1024) ** power));
}

interface Part {
  amount: number;
  /** Lower case; empty for a bare number. */
  word: string;
}

/** Amounts with their units; null when anything else stands in the text. Grouped digits ("1,024") count as one number. */
function partsOf(text: string): Part[] | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/(?<=\d)[,\u00a0\u202f_'](?=\d{3}(\D|$))/g, "");
  if (!/^(\d+(\.\d+)?\s*[a-z]*[\s,]*)+$/.test(plain) || plain === "") return null;
  const parts = [...plain.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]*)/g)];
  return parts.map(([, amount, word]) => ({ amount: Number(amount), word: word ?? "" }));
}

function wholeOrNull(value: number): number | null {
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}
