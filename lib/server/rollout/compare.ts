import "server-only";
import type { PendingSetting, PendingState } from "@/lib/shared/contract/running";
import type { Field } from "@/lib/shared/settings/field";
import { filledUp } from "@/lib/shared/settings/editions/edition";
import { type Reading, unknownValues } from "@/lib/server/config-file/reading";
import { fingerprint } from "./fingerprint";
import { type Heard, heardIn, type HeardSettings } from "./heard";

/**
 * What of the file a running instance may not run with. Only what can be compared honestly counts: settings that the
 * instance never reads, values that it fills in or generates itself, and its own defaults are no differences.
 * @param heard what the instance told; null when it could not be asked
 * @param known the version that the instance is known to have run well with, if any
 */
export function compareWithFile(
  file: Reading,
  heard: HeardSettings | null,
  known: Reading | null,
): PendingSetting[] {
  return file.edition.registry.fields.flatMap((field) => {
    if (field.unused) return [];
    const told = heard?.get(field.path);
    const state = told ? stateOfTold(field, file, told, known) : stateOfUntold(field.path, file, known);
    if (state === null) return [];
    const runs = told ?? (known ? heardIn(known, field.path) : null);
    const now = heardIn(file, field.path);
    const secret = now.isHidden || (runs?.isHidden ?? false);
    return [
      {
        path: field.path,
        state,
        secret,
        runs: secret ? null : (runs?.shown ?? null),
        file: secret ? null : now.shown,
      },
    ];
  });
}

function stateOfTold(
  { path, generated, environment }: Field,
  file: Reading,
  told: Heard,
  known: Reading | null,
): PendingState | null {
  if (isSame(file, path, told)) return null;
  if (file.rawOf(path) === undefined) {
    // The instance fills in its own default, which may not be the one that the panel assumes, unless it was set before.
    if (generated || known?.rawOf(path) === undefined) return null;
  }
  return environment === undefined ? "pending" : "environment";
}

/**
 * Whether the instance still tells what the known version says where the file says otherwise by now, in a setting that its
 * environment may set: nothing waits for that, but it is no sign that the instance has read the file.
 */
export function tellsKnown(file: Reading, heard: HeardSettings, known: Reading): boolean {
  return file.edition.registry.fields.some(({ path, environment, unused }) => {
    const told = environment === undefined || unused ? undefined : heard.get(path);
    return told !== undefined && !isSame(file, path, told) && isSame(known, path, told);
  });
}

/** Of what the instance does not tell, only a change since the known version can be seen. */
function stateOfUntold(path: string, file: Reading, known: Reading | null): PendingState | null {
  return known === null || isSame(file, path, heardIn(known, path)) ? null : "unknown";
}

/** Whether what the instance runs with is what it makes of the file's value. */
function isSame(file: Reading, path: string, { prints }: Heard): boolean {
  const { prints: own } = heardIn(file, path);
  const list = filled(file, path);
  return [...own, ...(list ? [fingerprint(list)] : [])].some((print) => prints.includes(print));
}

/** A list of the file as the instance completes it with its own. */
function filled({ edition, rawOf }: Reading, path: string): readonly unknown[] | null {
  const own = edition.mergedLists[path];
  const list = rawOf(path);
  return own && Array.isArray(list) ? filledUp(list, own) : null;
}

/**
 * Whether a version says nothing else than another, apart from what the instance itself adds when it writes its file
 * again: defaults spelled out, lists filled up, values that it generates or takes from its environment, further keys.
 */
export function isRewriteOf(before: Reading, after: Reading): boolean {
  const isKept = (field: Field): boolean =>
    field.environment !== undefined ||
    isSame(before, field.path, heardIn(after, field.path)) ||
    (field.generated === true && before.rawOf(field.path) === undefined);
  if (!before.edition.registry.fields.every(isKept)) return false;
  const now = otherValues(after);
  return [...otherValues(before)].every(([path, print]) => now.get(path) === print);
}

/** Values of keys that are no settings, as fingerprints. */
function otherValues(reading: Reading): Map<string, string> {
  return new Map([...unknownValues(reading)].map(([path, value]) => [path, fingerprint(value)]));
}
