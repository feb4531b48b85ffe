import { PermissionFlagsBits } from "discord-api-types/v10";
import SearchableMap from "minisearch/SearchableMap";
import { permissionGroups } from "./permissions";

const LARGEST = 2n ** 64n - 1n;
/** Maximum length in characters; longer than any name. */
const LONGEST = 64;
const MOST_ERRORS = 3;

/** MANAGE_GUILD, ManageGuild and "Manage guild" get the same key. */
const keyOf = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, "");

/** Names as libraries write them, and labels as the panel shows them. If both match, the library's name wins. */
const names: ReadonlyMap<string, { bit: bigint; name: string }> = new Map([
  ...permissionGroups.flatMap(({ permissions }) =>
    permissions.map(({ label, bit, name }) => [keyOf(label), { bit, name }] as const),
  ),
  ...Object.entries(PermissionFlagsBits).map(([name, bit]) => [keyOf(name), { bit, name }] as const),
]);
const similar = SearchableMap.from<string>([...names].map(([key, { name }]) => [key, name]));

/**
 * A set of permissions as text: one name in any spelling (MANAGE_GUILD, ManageGuild, "Manage guild"), or an unsigned
 * 64-bit number in decimal. Null for anything else.
 */
export function permissionsNamed(text: string): bigint | null {
  if (text.length > LONGEST) return null;
  const trimmed = text.trim();
  if (!/^\d+$/.test(trimmed)) return names.get(keyOf(trimmed))?.bit ?? null;
  const set = BigInt(trimmed);
  return set <= LARGEST ? set : null;
}

/** The most likely permission for an unknown name; undefined if no name is similar. */
export function nearestPermission(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const near = [...similar.fuzzyGet(keyOf(text), MOST_ERRORS).values()];
  return near.toSorted(([, left], [, right]) => left - right)[0]?.[0];
}
