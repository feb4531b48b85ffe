import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import type { PendingSetting, PendingState } from "@/lib/shared/contract/running";
import type { Field } from "@/lib/shared/settings/field";
import { filledUp, takesEffect } from "@/lib/shared/settings/editions/edition";
import type { Edition } from "@/lib/shared/settings/editions";
import { getAt } from "@/lib/shared/settings/values";
import { browserValue, isSecret, Version, withoutCredentials } from "@/lib/server/config-file";
import { isObject, sameJson } from "@/lib/shared/json/value";
import { processSingleton } from "@/lib/process-singleton";

/** What the panel knows about the versions that the instance has loaded. */
export interface KnownReadings {
  /** The version that the instance loaded last. */
  loaded: Version | null;
  /**
   * The version that the instance started with, if the instance has reloaded its file since then. Otherwise null,
   * because the instance started with `loaded`.
   */
  started?: Version | null;
}

/**
 * Returns the settings of the file that the running instance may not have loaded. Excludes unused settings,
 * values that the instance generates, and unset settings that have the instance's default.
 * @param report the instance's report; null if the instance reports nothing
 */
export function compareWithFile(
  file: Version,
  report: ReportedSettings | null,
  { loaded, started = null }: KnownReadings,
): PendingSetting[] {
  return file.edition.registry.fields.flatMap((field) => {
    const { path, unused, environment } = field;
    if (unused) return [];
    const reported = report?.get(path);
    const difference = reported
      ? stateOfReported(field, file, reported, loaded)
      : stateOfUnreported(path, file, loaded);
    const needs = takesEffect(file.edition, path) === "at start" ? "restart" : "reload";
    const before = needs === "restart" && started ? comparableOf(started, path) : null;
    const isLoaded = difference === null && before !== null && !isSame(file, path, before);
    const state = isLoaded ? "pending" : difference;
    if (state === null) return [];
    const runs = isLoaded ? before : (reported ?? (loaded ? comparableOf(loaded, path) : null));
    const now = comparableOf(file, path);
    const secret = now.isHidden || (runs?.isHidden ?? false);
    return [
      {
        path,
        state,
        needs,
        ...(isLoaded && { isLoaded }),
        ...(state !== "environment" && environment !== undefined && { unlessEnvironment: true as const }),
        secret,
        runs: secret ? null : (runs?.shown ?? null),
        file: secret ? null : now.shown,
      },
    ];
  });
}

function stateOfReported(
  { path, generated, environment }: Field,
  file: Version,
  reported: Comparable,
  known: Version | null,
): PendingState | null {
  if (isSame(file, path, reported)) return null;
  if (file.rawOf(path) === undefined) {
    // The file does not set this setting, so the instance reports its own default, which may differ from the
    // panel's. The difference counts only if the known version sets the setting.
    if (generated || known?.rawOf(path) === undefined) return null;
  }
  if (environment === undefined) return "pending";
  // If the instance still uses the old value, the change is probably pending. Any other value comes from the
  // environment.
  return known && isSame(known, path, reported) ? "pending" : "environment";
}

/** Detects only changes since the known version, because the instance does not report the setting's value. */
function stateOfUnreported(path: string, file: Version, known: Version | null): PendingState | null {
  return known === null || isSame(file, path, comparableOf(known, path)) ? null : "unknown";
}

/** Whether a reported value equals the file's value, apart from defaults and list entries that the instance adds. */
export function isSame(file: Version, path: string, { prints }: Comparable): boolean {
  return comparableOf(file, path).prints.some((print) => prints.includes(print));
}

/**
 * Whether `after` differs from `before` only by what an instance adds when it rewrites its file: defaults,
 * extended lists, values that it generates or takes from its environment, and additional keys.
 */
export function isRewriteOf(before: Version, after: Version): boolean {
  const isKept = (field: Field): boolean =>
    field.environment !== undefined ||
    isSame(before, field.path, comparableOf(after, field.path)) ||
    (field.generated === true && before.rawOf(field.path) === undefined);
  if (!before.edition.registry.fields.every(isKept)) return false;
  const now = otherValues(after);
  return [...otherValues(before)].every(([path, print]) => now.get(path) === print);
}

/** Returns hashes of the values of unrecognized keys, by path. */
function otherValues(reading: Version): Map<string, string> {
  return new Map([...reading.unrecognized].map(([path, { value }]) => [path, fingerprint(value)]));
}

/** A setting's value for comparisons and for display. It contains no secret. */
interface Comparable {
  /**
   * Hashes of the value as written and of the value with defaults filled in. If the instance extends the list in this
   * setting, also the hash of the extended list. Two values are equal if they have a hash in common.
   */
  readonly prints: readonly string[];
  /** The value to display. Null if it is hidden. */
  readonly shown: unknown;
  readonly isHidden: boolean;
}

/** The settings that a running instance reports, by path. A setting's path is the same in all editions. */
export type ReportedSettings = ReadonlyMap<string, Comparable>;

/**
 * Parses the configuration that a running instance reports. Replaces secrets with keyed hashes, and does not
 * store the report's text.
 * @param edition the edition of the file; the names of settings in the report are the same as in the file
 * @returns the settings that the report contains; null if the text is not a configuration
 */
export function readReported(edition: Edition, text: Buffer): ReportedSettings | null {
  const reading = Version.parse(text, edition.naming);
  if (!reading.usable) return null;
  const reported = edition.registry.fields.filter(({ path }) => reading.locate(path).node !== undefined);
  return new Map(reported.map(({ path }) => [path, comparableOf(reading, path)]));
}

const known = new WeakMap<Version, Map<string, Comparable>>();

/** Returns a setting's value for comparisons. Caches the result, because comparisons run often. */
export function comparableOf(reading: Version, path: string): Comparable {
  const own = known.get(reading) ?? new Map<string, Comparable>();
  known.set(reading, own);
  const comparable = own.get(path) ?? makeComparable(reading, path);
  own.set(path, comparable);
  return comparable;
}

function makeComparable(reading: Version, path: string): Comparable {
  const raw = reading.rawOf(path);
  const effective = getAt(reading.effective.values, path);
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

/** Each process has a different key, so fingerprints are useless outside the process. */
const key = () => processSingleton("fingerprint-key", () => randomBytes(32));

/** Returns a keyed hash of a JSON value. Values that `sameJson` considers equal have the same hash. */
export const fingerprint = (value: unknown): string =>
  createHmac("sha256", key()).update(canonical(value)).digest("base64url");

function canonical(value: unknown): string {
  if (value === undefined || value === null) return "null";
  // Numbers beyond a double's precision are rounded to the nearest double, and -0 becomes 0.
  if (typeof value === "bigint" || typeof value === "number") return String(Number(value) + 0);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}
