import "server-only";
import type { Naming } from "@/lib/config/document";
import { containerPaths, fieldAt, fields } from "@/lib/config/registry";
import { type JsonMember, type JsonObject, type JsonValue, showPath, valueOf } from "./json";
import { type Detected, detectNaming, type Located, locate, neutralValue, toNeutral } from "./naming";
import type { UsableVersion } from "./parse";

/** A key that the registry does not know, and below which no setting is. Segments as spelled in the file. */
export interface UnknownKey {
  readonly segments: readonly string[];
  readonly member: JsonMember;
}

/** A version of the file seen through the registry: neutral paths, whatever its spelling. */
export interface Reading {
  readonly version: UsableVersion;
  readonly detected: Detected;
  /** Where the setting is, or would go. */
  locate(path: string): Located;
  /** A setting's value in neutral spelling; undefined when it is absent or null. Of groups only those that are none. */
  rawOf(path: string): JsonValue | undefined;
  readonly unknown: readonly UnknownKey[];
}

const readings = new WeakMap<UsableVersion, Map<Naming | undefined, Reading>>();

/** Reads a version; done once per version and choice of naming (CONFIG_NAMING). */
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
  const located = new Map(fields.map(({ path }) => [path, locate(root, path, detected.naming)]));
  const raw = new Map<string, JsonValue>();
  for (const [path, { node }] of located) {
    if (node && node.type !== "null") raw.set(path, neutralValue(path, valueOf(text, node)));
  }
  for (const path of containerPaths) {
    // A group that is no object is a problem that the registry words; the settings below it are unset.
    const { node } = locate(root, path, detected.naming);
    if (node && node.type !== "null" && node.type !== "object") raw.set(path, valueOf(text, node));
  }
  return {
    version,
    detected,
    locate: (path) => located.get(path) ?? locate(root, path, detected.naming),
    rawOf: (path) => raw.get(path),
    unknown: unknownKeys(root, []),
  };
}

const containers = new Set(containerPaths);

function unknownKeys(group: JsonObject, parents: readonly string[]): UnknownKey[] {
  return group.members.flatMap((member) => {
    const segments = [...parents, member.key];
    const path = toNeutral(segments);
    if (path !== null && fieldAt(path)) return [];
    if (path !== null && containers.has(path)) {
      return member.value.type === "object" ? unknownKeys(member.value, segments) : [];
    }
    return [{ segments, member }];
  });
}

/** The values below unknown keys, one per leaf (lists count as leaves); path as shown to people → value. */
export function unknownValues({ unknown, version }: Reading): Map<string, JsonValue> {
  const values = new Map<string, JsonValue>();
  const visit = (segments: readonly string[], member: JsonMember): void => {
    const { value } = member;
    if (value.type !== "object" || value.members.length === 0) {
      values.set(showPath(segments), valueOf(version.text, value));
      return;
    }
    for (const child of value.members) visit([...segments, child.key], child);
  };
  for (const { segments, member } of unknown) visit(segments, member);
  return values;
}
