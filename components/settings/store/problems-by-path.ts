import type { Problem } from "@/lib/shared/contract/config-snapshot";
import { sameJson } from "@/lib/shared/json/value";
import { settingOfAny } from "@/lib/shared/settings/editions";

export type ProblemsByPath = ReadonlyMap<string, readonly Problem[]>;

/**
 * Groups problems by setting. Reuses the list of a setting whose problems have not changed, so that the
 * setting's row does not rerender. Returns `before` if no list has changed.
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
