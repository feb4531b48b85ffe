import "server-only";
import type { PendingSetting, PendingState } from "@/lib/shared/contract/running";
import type { Field } from "@/lib/shared/settings/field";
import { takesEffect } from "@/lib/shared/settings/editions/edition";
import { type Reading, unknownValues } from "@/lib/server/config-file/reading";
import { fingerprint } from "./fingerprint";
import { type Comparable, comparableOf, type ReportedSettings } from "./comparable";

/** What the panel knows about the versions that the instance has loaded. */
export interface KnownReadings {
  /** The version that the instance loaded last. */
  loaded: Reading | null;
  /** The version that the instance started with. Null if the instance has not reloaded its file since its start. */
  started?: Reading | null;
}

/**
 * Returns the settings of the file that the running instance may not have loaded. Unused settings, values that the
 * instance generates itself, and unset settings with the instance's defaults do not count.
 * @param report the instance's report; null if the instance reports nothing
 */
export function compareWithFile(
  file: Reading,
  report: ReportedSettings | null,
  { loaded, started = null }: KnownReadings,
): PendingSetting[] {
  return file.edition.registry.fields.flatMap(({ path, unused, generated, environment }) => {
    if (unused) return [];
    const reported = report?.get(path);
    const field = { path, generated, environment };
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
  { path, generated, environment }: Pick<Field, "path" | "generated" | "environment">,
  file: Reading,
  reported: Comparable,
  known: Reading | null,
): PendingState | null {
  if (isSame(file, path, reported)) return null;
  if (file.rawOf(path) === undefined) {
    // The file does not set this setting, so the instance reports its own default, which may differ from the panel's.
    // The difference counts only if the setting had a value in the known version.
    if (generated || known?.rawOf(path) === undefined) return null;
  }
  if (environment === undefined) return "pending";
  // If the instance still uses the old value, the change is probably pending. Any other value comes from the
  // environment.
  return known && isSame(known, path, reported) ? "pending" : "environment";
}

/** Without a reported value, only a change since the known version can be detected. */
function stateOfUnreported(path: string, file: Reading, known: Reading | null): PendingState | null {
  return known === null || isSame(file, path, comparableOf(known, path)) ? null : "unknown";
}

/** Whether a reported value equals the file's value, apart from defaults and list entries that the instance adds. */
export function isSame(file: Reading, path: string, { prints }: Comparable): boolean {
  return comparableOf(file, path).prints.some((print) => prints.includes(print));
}

/**
 * Whether a version has the same content as an earlier one, apart from what an instance adds when it rewrites its
 * file: defaults, extended lists, values that it generates or takes from its environment, and additional keys.
 */
export function isRewriteOf(before: Reading, after: Reading): boolean {
  const isKept = (field: Field): boolean =>
    field.environment !== undefined ||
    isSame(before, field.path, comparableOf(after, field.path)) ||
    (field.generated === true && before.rawOf(field.path) === undefined);
  if (!before.edition.registry.fields.every(isKept)) return false;
  const now = otherValues(after);
  return [...otherValues(before)].every(([path, print]) => now.get(path) === print);
}

/** Returns hashes of the values of unrecognized keys, by path. */
function otherValues(reading: Reading): Map<string, string> {
  return new Map([...unknownValues(reading)].map(([path, value]) => [path, fingerprint(value)]));
}
