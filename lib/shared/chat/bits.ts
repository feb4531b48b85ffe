export interface NamedBit {
  bit: number;
  /** The bit's name in the API, such as MANAGE_GUILDS. */
  name: string;
  label: string;
  help: string;
  /** Almost nobody should have this right, so the interface warns about it. */
  dangerous?: true;
}

export interface BitGroup {
  title: string;
  bits: readonly NamedBit[];
}

/** Returns null if the text is not an unsigned 64-bit number. */
export function bitsOf(text: unknown): bigint | null {
  if (typeof text !== "string" || !/^\s*\d{1,20}\s*$/.test(text)) return null;
  const bits = BigInt(text.trim());
  return bits < 2n ** 64n ? bits : null;
}

export const hasBit = (bits: bigint, bit: number): boolean => ((bits >> BigInt(bit)) & 1n) === 1n;

export function withBit(bits: bigint, bit: number, on: boolean): bigint {
  const mask = 1n << BigInt(bit);
  return on ? bits | mask : bits & ~mask;
}

/** Edits preserve them. */
export function unnamedBits(bits: bigint, groups: readonly BitGroup[]): number[] {
  const named = new Set(groups.flatMap((group) => group.bits.map((one) => one.bit)));
  return Array.from({ length: 64 }, (_, bit) => bit).filter((bit) => hasBit(bits, bit) && !named.has(bit));
}

/** Omits empty groups. */
export function searchBits(groups: readonly BitGroup[], query: string): BitGroup[] {
  const words = query
    .toLowerCase()
    .split(/[\s_]+/)
    .filter(Boolean);
  const matches = (one: NamedBit) => {
    const text = `${one.name} ${one.label} ${one.help} ${one.bit}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, bits: group.bits.filter(matches) }))
    .filter((group) => group.bits.length > 0);
}
