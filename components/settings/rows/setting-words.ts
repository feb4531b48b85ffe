import { sameJson } from "@/lib/shared/json/value";
import { type Field, kindOf } from "@/lib/shared/settings/field";
import { formatNumber } from "@/lib/shared/settings/kinds/amounts";
import { isModified } from "@/lib/shared/settings/modified";
import { describeDefault, describeValue } from "@/lib/shared/settings/wording";
import { type Entry, isSecretEntry, sameEntry } from "../store/entry";
import type { Setting } from "../store/use-setting";

export interface Part {
  field: Field;
  setting: Setting;
}

export type RowState = "default" | "modified" | "unsaved" | "problem";

function differsFromDefault(field: Field, entry: Entry): boolean {
  return isSecretEntry(entry) ? entry.set : entry.set && isModified(field, entry.value);
}

export function stateOf(parts: readonly Part[]): RowState {
  if (parts.some(isWrong)) return "problem";
  return changeOf(parts);
}

function isWrong({ setting }: Part): boolean {
  return setting.error !== undefined || setting.problems.some(({ severity }) => severity === "error");
}

export function changeOf(parts: readonly Part[]): Exclude<RowState, "problem"> {
  if (parts.some(({ setting }) => setting.isChanged)) return "unsaved";
  return parts.some(({ field, setting }) => differsFromDefault(field, setting.saved))
    ? "modified"
    : "default";
}

/** A modified secret has no line, because its control shows that it is set. */
export function saysChange(parts: readonly Part[]): boolean {
  const change = changeOf(parts);
  return (
    change === "unsaved" || (change === "modified" && parts.every(({ field }) => field.kind !== "secret"))
  );
}

const valueOf = (field: Field, entry: Entry): string => {
  if (isSecretEntry(entry)) return entry.set ? "set" : "not set";
  return describeValue(field, entry.value);
};

const isSameValue = ({ setting: { entry, saved } }: Part): boolean =>
  !isSecretEntry(entry) && !isSecretEntry(saved) && sameJson(entry.value, saved.value);

export function unsavedText(parts: readonly Part[]): string {
  if (parts.every(isSameValue)) {
    const isWritten = parts.some(({ setting: { entry } }) => entry.set);
    return isWritten ? "Unsaved (writes the default to the file)" : "Unsaved (removed from the file)";
  }
  return `Unsaved (was ${parts.map(({ field, setting }) => valueOf(field, setting.saved)).join(" per ")})`;
}

/**
 * Describes a change by another operator, for example "to 7 (was 5)". Undefined if no other operator has changed the
 * setting since this operator started to edit it.
 */
export function overtakenText(parts: readonly Part[]): string | undefined {
  const words = parts.flatMap(({ field, setting: { overtaken, saved } }) =>
    overtaken && !sameEntry(overtaken, saved)
      ? `to ${valueOf(field, saved)} (was ${valueOf(field, overtaken)})`
      : [],
  );
  return words.length === 0 ? undefined : words.join(" and ");
}

const isNothing = (parts: readonly Part[]): boolean =>
  parts.every(({ field }) => field.default === null && field.defaultNote === undefined);

export function modifiedText(parts: readonly Part[]): string {
  if (isNothing(parts)) return "Modified · not set by default";
  return `Modified · default: ${parts.map(({ field }) => describeDefault(field)).join(" per ")}`;
}

export function defaultText(parts: readonly Part[]): string {
  const text = isNothing(parts)
    ? "Not set by default"
    : `Default: ${parts.map((part) => describeDefault(part.field)).join(" per ")}`;
  const isWritten = parts.some(({ setting: { saved } }) => !isSecretEntry(saved) && saved.set);
  return changeOf(parts) === "default" && isWritten ? `${text} (written in the file)` : text;
}

/**
 * Describes a value with its unit, and the number in the file: "1 hour 30 minutes, 5,400 seconds in the
 * file".
 */
export function amountText({ field, setting: { entry } }: Part): string | undefined {
  const [unit] = kindOf(field).units?.(field) ?? [];
  if (unit === undefined || typeof entry.value !== "number") return undefined;
  const words = describeValue(field, entry.value);
  const inFile = `${formatNumber(entry.value)} ${unit.name}`;
  // Leaves out the number in the file if it only repeats the words, as in "1 second, 1 seconds in the file".
  const isSaid = inFile.startsWith(words);
  return isSaid ? undefined : `${words}, ${inFile} in the file`;
}

export const namesOf = (parts: readonly Part[]): string =>
  parts.map(({ field }) => field.label).join(" and ");
