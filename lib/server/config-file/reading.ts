import "server-only";
import type { Naming } from "@/lib/shared/contract/config-snapshot";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";
import { type JsonMember, type JsonObject, valueOf } from "@/lib/shared/json/tree";
import { type JsonValue, showPath } from "@/lib/shared/json/value";
import { type Detected, detectNaming, type Located, locate, neutralBelow, neutralValue } from "./naming";
import type { UsableVersion } from "./parse";

/** A key that is neither a setting nor a group of settings. Its segments are spelled as in the file. */
export interface UnknownKey {
  readonly segments: readonly string[];
  readonly member: JsonMember;
}

/** A version interpreted as settings. All paths are neutral, regardless of the spelling in the file. */
export interface Reading {
  readonly version: UsableVersion;
  readonly detected: Detected;
  readonly edition: Edition;
  /** The location of a setting, or the location where the setting would be added. */
  locate(path: string): Located;
  /**
   * Returns a setting's value. If the value is an option, returns the option's neutral name, such as
   * `gifProvider1`. Returns undefined if the setting is missing or null. The path of a group has a value only
   * if the file contains something other than an object there.
   */
  rawOf(path: string): JsonValue | undefined;
  readonly unknown: readonly UnknownKey[];
}

const readings = new WeakMap<UsableVersion, Map<Naming | undefined, Reading>>();

/** Interprets a version as settings. Cached per version and `choice` (CONFIG_NAMING). */
export function readingOf(version: UsableVersion, choice: Naming | undefined): Reading {
  const known = readings.get(version) ?? new Map<Naming | undefined, Reading>();
  readings.set(version, known);
  const reading = known.get(choice) ?? makeReading(version, choice);
  known.set(choice, reading);
  return reading;
}

function makeReading(version: UsableVersion, choice: Naming | undefined): Reading {
  const { text, root } = version;
  const detected = detectNaming(text, root, choice);
  const edition = editionOf(detected.naming);
  const { containerPaths, fields } = edition.registry;
  const located = new Map(fields.map(({ path }) => [path, locate(root, path, detected.naming)]));
  const raw = new Map<string, JsonValue>();
  for (const [path, { node }] of located) {
    if (node && node.type !== "null") raw.set(path, neutralValue(path, valueOf(text, node)));
  }
  for (const path of containerPaths) {
    // If a group is not an object, its raw value is recorded, so that the problem is reported. Its settings
    // count as unset.
    const { node } = locate(root, path, detected.naming);
    if (node && node.type !== "null" && node.type !== "object") raw.set(path, valueOf(text, node));
  }
  return {
    version,
    detected,
    edition,
    locate: (path) => located.get(path) ?? locate(root, path, detected.naming),
    rawOf: (path) => raw.get(path),
    unknown: unknownKeys(edition, root, [], ""),
  };
}

/**
 * Returns the unknown keys of a group and its subgroups. `parents` is the group's path in the file, `parent`
 * its neutral path.
 */
function unknownKeys(
  edition: Edition,
  group: JsonObject,
  parents: readonly string[],
  parent: string,
): UnknownKey[] {
  const { containerPaths, fieldAt } = edition.registry;
  return group.members.flatMap((member) => {
    const path = neutralBelow(parent, member.key);
    if (path !== null && fieldAt(path)) return [];
    const segments = [...parents, member.key];
    if (path === null || !containerPaths.includes(path)) return [{ segments, member }];
    return member.value.type === "object" ? unknownKeys(edition, member.value, segments, path) : [];
  });
}

/** A value below an unknown key. Its segments are spelled as in the file. */
interface UnknownLeaf {
  readonly segments: readonly string[];
  readonly value: JsonValue;
}

/** Returns all values below unknown keys. A list counts as one value. */
export function unknownLeaves({ unknown, version }: Reading): UnknownLeaf[] {
  const visit = (segments: readonly string[], { value }: JsonMember): UnknownLeaf[] =>
    value.type !== "object" || value.members.length === 0
      ? [{ segments, value: valueOf(version.text, value) }]
      : value.members.flatMap((child) => visit([...segments, child.key], child));
  return unknown.flatMap(({ segments, member }) => visit(segments, member));
}

const unknown = new WeakMap<Reading, ReadonlyMap<string, JsonValue>>();

/** Returns the values below unknown keys, by displayed path. Cached per version. */
export function unknownValues(reading: Reading): ReadonlyMap<string, JsonValue> {
  const known =
    unknown.get(reading) ??
    new Map(unknownLeaves(reading).map(({ segments, value }) => [showPath(segments), value]));
  unknown.set(reading, known);
  return known;
}
