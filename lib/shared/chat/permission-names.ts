import { PermissionFlagsBits } from "discord-api-types/v10";
import SearchableMap from "minisearch/SearchableMap";
import { permissionGroups } from "./permissions";

const LARGEST = 2n ** 64n - 1n;
/** Maximum length of a text that is compared with names, in characters. All names are shorter. */
const LONGEST = 64;
const MOST_ERRORS = 3;

/** Maps MANAGE_GUILD, ManageGuild and "Manage guild" to the same key. */
const keyOf = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, "");

/**
 * All permissions by key. Each permission has a key for its name in libraries and a key for its label in the panel.
 * If two permissions share a key, the library's name takes precedence.
 */
const names: ReadonlyMap<string, { bit: bigint; name: string }> = new Map([
  ...permissionGroups.flatMap(({ permissions }) =>
    permissions.map(({ label, bit, name }) => [keyOf(label), { bit, name }] as const),
  ),
  ...Object.entries(PermissionFlagsBits).map(([name, bit]) => [keyOf(name), { bit, name }] as const),
]);
const similar = SearchableMap.from<string>([...names].map(([key, { name }]) => [key, name]));

/**
 * Parses a name (MANAGE_GUILD, ManageGuild or "Manage guild") or an unsigned 64-bit decimal number into a set of
 * permissions. Returns null for any other text.
 */
export function permissionsNamed(text: string): bigint | null {
  if (text.length > LONGEST) return null;
  const trimmed = text.trim();
  if (!/^\d+$/.test(trimmed)) return names.get(keyOf(trimmed))?.bit ?? null;
  const set = BigInt(trimmed);
  return set <= LARGEST ? set : null;
}

/**
 * The permission with the most similar name, to suggest instead of an unknown name. Undefined if no name is similar.
 */
export function nearestPermission(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const near = [...similar.fuzzyGet(keyOf(text), MOST_ERRORS).values()];
  return near.toSorted(([, left], [, right]) => left - right)[0]?.[0];
}
