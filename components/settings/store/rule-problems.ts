import type { Problem } from "@/lib/shared/contract/config-snapshot";
import { sameJson } from "@/lib/shared/json/value";
import { editionOf, settingOfAny } from "@/lib/shared/settings/editions";
import { type Facts, type Reader, readerOf } from "@/lib/shared/settings/rules";
import type { SettingPath, SettingValue } from "@/lib/shared/settings/types";
import type { Entry } from "./entry";
import { checkValue, isWritten } from "./operations";

export type ProblemsByPath = ReadonlyMap<string, readonly Problem[]>;

/**
 * Lets rules read the file with valid unsaved values in place of the saved values.
 * @param draftAt returns undefined if the setting has no unsaved change
 */
export function draftReader(file: Facts, draftAt: (path: string) => Entry | undefined): Reader {
  const { fieldAt } = editionOf(file.naming).registry;
  const saved = readerOf(file);
  const drafted = (path: SettingPath): { isSet: boolean; value: unknown } | undefined => {
    const [field, draft] = [fieldAt(path), draftAt(path)];
    if (field === undefined || draft === undefined) return undefined;
    if (!isWritten(draft)) return { isSet: false, value: field.default };
    const checked = checkValue(field, draft.value);
    return checked.ok ? { isSet: true, value: checked.value } : undefined;
  };
  return {
    naming: saved.naming,
    isSet: (path) => drafted(path)?.isSet ?? saved.isSet(path),
    has: (path) => {
      const draft = drafted(path);
      return draft === undefined ? saved.has(path) : draft.value !== null;
    },
    get: <P extends SettingPath>(path: P) => {
      const draft = drafted(path);
      return draft === undefined ? saved.get(path) : (draft.value as SettingValue<P>);
    },
  };
}

/**
 * Groups problems by setting. Returns the previous list object of a setting if its problems have not changed, so that
 * its row need not render. Returns `before` if no list has changed.
 */
export function problemsByPath(
  problems: readonly Problem[],
  before: ProblemsByPath = new Map(),
): ProblemsByPath {
  const result = new Map<string, readonly Problem[]>();
  for (const problem of problems) {
    if (problem.path === undefined) continue;
    const add = (path: string, one: Problem) => result.set(path, [...(result.get(path) ?? []), one]);
    add(problem.path, problem);
    // If a rule concerns several missing settings, only the first one shows the full message and the fix.
    const { fix: _, ...rest } = problem;
    const message = `Also missing: see “${settingOfAny(problem.path)?.label ?? problem.path}”.`;
    for (const path of problem.also ?? []) add(path, { ...rest, message });
  }
  let isSame = result.size === before.size;
  for (const [path, list] of result) {
    const old = before.get(path);
    if (old !== undefined && sameJson(old, list)) result.set(path, old);
    else isSame = false;
  }
  return isSame ? before : result;
}
