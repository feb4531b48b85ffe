import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import type { PendingSetting, PendingState } from "@/lib/shared/contract/running";
import type { Field } from "@/lib/shared/settings/field";
import { filledUp, takesEffect } from "@/lib/shared/settings/editions/edition";
import type { Edition } from "@/lib/shared/settings/editions";
import { isLong, oncePerList } from "@/lib/shared/settings/long-lists";
import { getAt } from "@/lib/shared/settings/values";
import { browserValue, counted, isSecret, Version, withoutCredentials } from "@/lib/server/config-file";
import { isObject, sameJson } from "@/lib/shared/json/value";

export interface KnownReadings {
  loaded: Version | null;
  /**
   * The version that the instance started with, if the instance has reloaded its file since then. Otherwise null,
   * because the instance started with `loaded`.
   */
  started?: Version | null;
  /** The version that a part still uses, if it started before the API and has not reloaded since. */
  older?: Version | null;
  /** The settings whose values the instance takes from its environment, with the name of the variable if known. */
  environment?: ReadonlyMap<string, string | null>;
}

/**
 * Excludes unused settings, values that the instance generates, and unset settings that have the instance's
 * default.
 * @param report the instance's report; null if the instance reports nothing
 */
export function compareWithFile(
  file: Version,
  report: ReportedSettings | null,
  known: KnownReadings,
): PendingSetting[] {
  return [...pendingSettings(file, report, known), ...pendingKeys(file, report, known)];
}

function pendingSettings(
  file: Version,
  report: ReportedSettings | null,
  { loaded, started = null, older = null, environment: fromEnvironment = new Map() }: KnownReadings,
): PendingSetting[] {
  return file.edition.registry.fields.flatMap((field): PendingSetting[] => {
    const { path, unused, environment } = field;
    if (unused) return [];
    const reported = report?.settings.get(path);
    const isTaken = fromEnvironment.has(path);
    const difference = reported
      ? stateOfReported(field, file, reported, isTaken ? null : loaded)
      : stateOfUnreported(path, file, loaded);
    const needs = needOf(file, path);
    const used = needs === "restart" ? (started ?? older) : older;
    const before = used && !isTaken ? comparableOf(used, path) : null;
    const isInUse = before !== null && isSame(file, path, before);
    const isLoaded = difference === null && before !== null && !isInUse;
    const state = isInUse && needs === "restart" ? null : isLoaded ? "pending" : difference;
    // What was only reloaded is not in use.
    const runs = before ?? reported ?? (loaded && comparableOf(loaded, path));
    if (state === null || runs === null) return [];
    const now = comparableOf(file, path);
    const secret = now.isHidden || runs.isHidden;
    const variable = fromEnvironment.get(path) ?? field.variable;
    return [
      {
        path,
        state,
        needs,
        ...(isLoaded && { isLoaded }),
        ...(state !== "environment" && environment !== undefined && { unlessEnvironment: true as const }),
        ...(state === "environment" && isTaken && { isCertain: true as const }),
        ...(state === "environment" && { variable }),
        secret,
        runs: secret ? null : (runs.shown ?? null),
        file: secret ? null : now.shown,
      },
    ];
  });
}

const needOf = (file: Version, path: string): PendingSetting["needs"] =>
  takesEffect(file.edition, path) === "at start" ? "restart" : "reload";

/** The edition does not define when unrecognized keys take effect, so a reload does not count. */
function pendingKeys(
  file: Version,
  report: ReportedSettings | null,
  { loaded, started = null }: KnownReadings,
): PendingSetting[] {
  const now = keyPrints(file);
  const before = loaded && keyPrints(loaded);
  const paths = new Set([...now.keys(), ...(before?.keys() ?? [])]);
  return [...paths].flatMap((path): PendingSetting[] => {
    const [fileHash, loadedHash] = [now.get(path), before?.get(path)];
    const reported = report?.keys.get(path);
    const difference = stateOfKey({ fileHash, loadedHash, reported, isKnown: before !== null });
    const isInUse = started !== null && fileHash === keyPrints(started).get(path);
    const isLoaded = difference === null && started !== null && !isInUse;
    const state = isInUse ? null : isLoaded ? "pending" : difference;
    if (state === null) return [];
    const [value, runs] = [file.unrecognized.get(path)?.value, loaded?.unrecognized.get(path)?.value];
    const secret = isSecret(path, value) || isSecret(path, runs);
    return [
      {
        path,
        state,
        needs: "restart",
        isUnrecognized: true,
        ...(isLoaded && { isLoaded }),
        secret,
        runs: secret ? null : browserValue(path, runs),
        file: secret ? null : browserValue(path, value),
      },
    ];
  });
}

interface KeyStates {
  fileHash: string | undefined;
  loadedHash: string | undefined;
  reported: string | undefined;
  /** Whether the panel knows which version the instance loaded last. */
  isKnown: boolean;
}

function stateOfKey({ fileHash, loadedHash, reported, isKnown }: KeyStates): PendingState | null {
  if (reported !== undefined && fileHash !== undefined) return fileHash === reported ? null : "pending";
  // The instance reports its defaults too. A key that is not in the file counts only if the loaded version had it.
  if (reported !== undefined) return loadedHash === reported ? "pending" : null;
  return !isKnown || fileHash === loadedHash ? null : "unknown";
}

export interface Difference {
  /** Paths of settings and unrecognized keys that the instance reports with another value. */
  different: string[];
  unreported: string[];
}

/**
 * Compares every leaf of a version with the instance's report.
 * @param known `loaded` is an earlier version that the instance loaded; settings in `environment` are not compared
 * @param isStrict whether values that may come from the environment count as different
 */
export function differenceFrom(
  version: Version,
  report: ReportedSettings,
  { loaded, environment: fromEnvironment = new Map() }: KnownReadings,
  { isStrict = false } = {},
): Difference {
  const settings = version.edition.registry.fields.filter((field) => {
    const reported =
      field.unused || fromEnvironment.has(field.path) ? undefined : report.settings.get(field.path);
    const state = reported ? stateOfReported(field, version, reported, loaded) : null;
    return isStrict ? state !== null : state === "pending";
  });
  const keys = [...keyPrints(version)];
  // The instance reports its defaults too. A key that is not in the version counts only if the loaded version had it.
  const dropped = [...(loaded ? keyPrints(loaded) : [])].filter(
    ([path, print]) => !keyPrints(version).has(path) && report.keys.get(path) === print,
  );
  return {
    different: [
      ...settings.map(({ path }) => path),
      ...illTyped(version, report),
      ...keys.flatMap(([path, print]) => {
        const reported = report.keys.get(path);
        return reported !== undefined && print !== reported ? [path] : [];
      }),
      ...dropped.map(([path]) => path),
    ],
    unreported: keys.flatMap(([path]) => (report.keys.has(path) ? [] : [path])),
  };
}

/** The panel reads them as unset, but the process reads them as they are, and may not start with them. */
function illTyped(version: Version, report: ReportedSettings): string[] {
  const sections = version.edition.registry.containerPaths.filter(
    (path) => version.rawOf(path) !== undefined,
  );
  const values = version.effective.problems.flatMap(({ path, severity }) => {
    const reported = path === undefined || severity !== "error" ? undefined : report.settings.get(path);
    return path !== undefined && reported && !reported.prints.includes(fingerprint(version.rawOf(path)))
      ? [path]
      : [];
  });
  return [...sections, ...values];
}

export const isSameKey = (one: Version, other: Version, path: string): boolean =>
  keyPrints(one).get(path) === keyPrints(other).get(path);

/**
 * @param fromEnvironment settings whose values the instance takes from its environment; they are left out
 * @param isAtStart whether only settings count that are read at the start
 */
export function startDifference(
  one: Version,
  other: Version,
  fromEnvironment: ReadonlyMap<string, string | null>,
  { isAtStart = true } = {},
): string[] {
  const settings = one.edition.registry.fields.filter(
    ({ path, unused }) =>
      !unused &&
      !fromEnvironment.has(path) &&
      (!isAtStart || needOf(one, path) === "restart") &&
      !isSame(one, path, comparableOf(other, path)),
  );
  const [ours, theirs] = [keyPrints(one), keyPrints(other)];
  const keys = [...new Set([...ours.keys(), ...theirs.keys()])];
  return [...settings.map(({ path }) => path), ...keys.filter((path) => ours.get(path) !== theirs.get(path))];
}

export const environmentValues = (startedWith: Version, report: ReportedSettings): Field[] =>
  startedWith.edition.registry.fields.filter((field) => {
    const reported =
      field.unused || field.environment === undefined ? undefined : report.settings.get(field.path);
    return (
      reported !== undefined &&
      startedWith.rawOf(field.path) !== undefined &&
      !isSame(startedWith, field.path, reported)
    );
  });

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
  const now = keyPrints(after);
  return [...keyPrints(before)].every(([path, print]) => now.get(path) === print);
}

/** A setting's value for comparisons and for display. It contains no secret. */
export interface Comparable {
  /**
   * Hashes of the value as written and of the value with defaults filled in. If the instance extends the list in this
   * setting, also the hash of the extended list. Two values are equal if they have a hash in common.
   */
  readonly prints: readonly string[];
  /** The value to display. Null if it is hidden. */
  readonly shown: unknown;
  readonly isHidden: boolean;
}

/** What a running instance reports, by path. A setting's path is the same in all editions. */
export interface ReportedSettings {
  settings: ReadonlyMap<string, Comparable>;
  /** Hashes of the values of unrecognized keys. Empty unless the report contains the whole configuration. */
  keys: ReadonlyMap<string, string>;
}

/**
 * Replaces secrets and unrecognized values with keyed hashes, and does not store the report's text.
 * @param edition the edition of the file; the names of settings in the report are the same as in the file
 * @returns null if the text is not a configuration
 */
export function readReported(
  edition: Edition,
  text: Buffer,
  { isWhole = true } = {},
): ReportedSettings | null {
  const reading = Version.parse(text, edition.naming);
  if (!reading.usable) return null;
  const reported = edition.registry.fields.filter(({ path }) => reading.locate(path).node !== undefined);
  return {
    settings: new Map(reported.map(({ path }) => [path, comparableOf(reading, path)])),
    keys: isWhole ? keyPrints(reading) : new Map(),
  };
}

const prints = new WeakMap<Version, ReadonlyMap<string, string>>();

/** Cached, because comparisons run often. */
function keyPrints(reading: Version): ReadonlyMap<string, string> {
  const keyHashes =
    prints.get(reading) ??
    new Map([...reading.unrecognized].map(([path, { value }]) => [path, fingerprint(value)]));
  prints.set(reading, keyHashes);
  return keyHashes;
}

const known = new WeakMap<Version, Map<string, Comparable>>();

export function comparableOf(reading: Version, path: string): Comparable {
  const comparables = known.get(reading) ?? new Map<string, Comparable>();
  known.set(reading, comparables);
  const comparable = comparables.get(path) ?? makeComparable(reading, path);
  comparables.set(path, comparable);
  return comparable;
}

function makeComparable(reading: Version, path: string): Comparable {
  const raw = reading.rawOf(path);
  const effective = getAt(reading.effective.values, path);
  const isHidden = isSecret(path, raw) || !sameJson(withoutCredentials(path, raw), raw);
  const defaultList = reading.edition.mergedLists[path];
  const filled = defaultList && Array.isArray(raw) ? [fingerprint(filledUp(raw, defaultList))] : [];
  return {
    prints: [fingerprint(raw), fingerprint(effective), ...filled],
    shown: isHidden
      ? null
      : isLong(effective) && typeof effective[0] === "string"
        ? counted(effective)
        : browserValue(path, effective as Parameters<typeof browserValue>[1]),
    isHidden,
  };
}

/** Each process has a different key, so fingerprints are useless outside the process. */
const key = randomBytes(32);

/** Returns a keyed hash of a JSON value. Values that `sameJson` considers equal have the same hash. */
export const fingerprint = (value: unknown): string => (isLong(value) ? listPrint(value) : printOf(value));

const printOf = (value: unknown): string =>
  createHmac("sha256", key).update(canonical(value)).digest("base64url");

const listPrint = oncePerList(printOf);

function canonical(value: unknown): string {
  if (value === undefined) return "null";
  // Numbers beyond a double's precision are rounded to the nearest double, and -0 becomes 0.
  if (typeof value === "bigint" || typeof value === "number") return String(Number(value));
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .toSorted()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}
