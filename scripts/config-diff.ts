/** What `config diff` reports. */
import {
  browserValue,
  changesBetween,
  isSecret,
  needsRepair,
  type Version,
  withoutCredentials,
} from "@/lib/server/config-file";
import type { Repair } from "@/lib/shared/contract/config-snapshot";
import type { SettingChange } from "@/lib/shared/contract/history";
import { parseJson } from "@/lib/shared/json/read";
import { valueOf } from "@/lib/shared/json/tree";
import { isObject, sameJson, showPath } from "@/lib/shared/json/value";
import type { PatchFile } from "./config-target";

/** Returns the value at a path such as `limits.user.maxGuilds`. Undefined if there is none. */
export const valueAt = (values: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), values);

/** The changes and repairs that a patch would make. Secrets are not compared. */
export function patchDifferences(
  { operations, keys = [], repairs = [] }: PatchFile,
  version: Version,
): { changes: SettingChange[]; repairs: Repair[] } {
  const { values, set } = version.facts;
  const changes = operations.flatMap((operation): SettingChange[] => {
    const { path } = operation;
    const [isSet, now] = [set.includes(path), valueAt(values, path)];
    const after = operation.op === "set" ? operation.value : null;
    const isEqual = operation.op === "set" ? isSameSetting(path, now, after) : !isSet;
    return isEqual || isSecret(path) ? [] : [{ path, known: true, before: isSet ? now : null, after }];
  });
  const others = keys.flatMap(({ path, text }): SettingChange[] => {
    const key = version.unrecognizedKeys.find(({ segments }) => showPath(segments) === path);
    const before = key && valueOf(version.text, key.member.value);
    const after = text === null ? undefined : parseJson(text);
    if (isSameButHidden(before, after)) return [];
    const [old, now] = [browserValue(path, before), browserValue(path, after)];
    if (sameJson(old, now)) return [{ path, known: false, secret: "replaced", before: null, after: null }];
    return [{ path, known: false, before: old, after: now }];
  });
  return { changes: [...changes, ...others], repairs: repairs.filter((one) => needsRepair(version, one)) };
}

const isSameSetting = (path: string, now: unknown, after: unknown): boolean =>
  isSameButHidden(now, after) || sameJson(now, withoutCredentials(path, after));

/** @param hasSecrets whether `from` has its secrets instead of markers */
export function fileDifferences(
  from: Version,
  to: Version,
  hasSecrets: boolean,
): { changes: SettingChange[]; notCompared: number } {
  const all = changesBetween(from, to);
  const valueIn = (version: Version, path: string) =>
    version.rawOf(path) ?? version.unrecognized.get(path)?.value;
  // Without the file's secrets, only a secret that the file lacks is a difference.
  const changes = all.filter(
    ({ path, secret }) =>
      hasSecrets ||
      secret === "set" ||
      (secret === undefined && !isSameButHidden(valueIn(from, path), valueIn(to, path))),
  );
  return { changes, notCompared: all.length - changes.length };
}

const marker = /^«secret \d+»$/;

/** Whether two values are equal if each marker in the first one stands for the text in the second one, or for null. */
function isSameButHidden(before: unknown, after: unknown): boolean {
  if (typeof before === "string" && marker.test(before)) return after == null || typeof after === "string";
  if (Array.isArray(before))
    return (
      Array.isArray(after) &&
      before.length === after.length &&
      before.every((item, index) => isSameButHidden(item, after[index]))
    );
  if (!isObject(before) || !isObject(after)) return sameJson(before, after);
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].every((key) => isSameButHidden(before[key], after[key]));
}
