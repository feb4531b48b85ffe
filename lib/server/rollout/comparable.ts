import "server-only";
import type { Edition } from "@/lib/shared/settings/editions";
import { filledUp } from "@/lib/shared/settings/editions/edition";
import { getAt } from "@/lib/shared/settings/values";
import { effectiveOf } from "@/lib/server/config-file/effective";
import { parse } from "@/lib/server/config-file/parse";
import { type Reading, readingOf } from "@/lib/server/config-file/reading";
import { browserValue, isSecret, withoutCredentials } from "@/lib/server/config-file/versions/changes";
import { sameJson } from "@/lib/shared/json/value";
import { fingerprint } from "./fingerprint";

/** A setting's value for comparisons and for display. It contains no secret. */
export interface Comparable {
  /**
   * Hashes of the value as written and of the value with defaults filled in. If the instance extends the list in this
   * setting, also the hash of the extended list. Two values are equal if they have a hash in common.
   */
  readonly prints: readonly string[];
  /** The value to show to people. Null if it is hidden. */
  readonly shown: unknown;
  readonly isHidden: boolean;
}

/** The settings that a running instance reports, by their neutral paths. */
export type ReportedSettings = ReadonlyMap<string, Comparable>;

/**
 * Reads a configuration that a running instance reports. Replaces secrets with keyed hashes at once, and does not
 * store the text of the report.
 * @param edition the edition of the file; the report spells settings in the same way
 * @returns the settings that the report contains; null if the text is not a configuration
 */
export function readReported(edition: Edition, text: Buffer): ReportedSettings | null {
  const parsed = parse(text);
  if (!parsed.usable) return null;
  const reading = readingOf(parsed.version, edition.naming);
  const reported = edition.registry.fields.filter(({ path }) => reading.locate(path).node !== undefined);
  return new Map(reported.map(({ path }) => [path, comparableOf(reading, path)]));
}

const known = new WeakMap<Reading, Map<string, Comparable>>();

/** Returns a setting of a version in comparable form. Caches the result, because the comparison runs often. */
export function comparableOf(reading: Reading, path: string): Comparable {
  const own = known.get(reading) ?? new Map<string, Comparable>();
  known.set(reading, own);
  const comparable = own.get(path) ?? makeComparable(reading, path);
  own.set(path, comparable);
  return comparable;
}

function makeComparable(reading: Reading, path: string): Comparable {
  const raw = reading.rawOf(path);
  const effective = getAt(effectiveOf(reading).values, path);
  const isHidden =
    isSecret(path, raw) || (raw !== undefined && !sameJson(withoutCredentials(path, raw), raw));
  const own = reading.edition.mergedLists[path];
  const filled = own && Array.isArray(raw) ? [fingerprint(filledUp(raw, own))] : [];
  return {
    prints: [fingerprint(raw), fingerprint(effective), ...filled],
    shown: isHidden ? null : browserValue(path, effective as Parameters<typeof browserValue>[1]),
    isHidden,
  };
}
