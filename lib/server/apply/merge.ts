import "server-only";
import { changedPaths, editsFor, type Version } from "@/lib/server/config-file";
import { sameJson } from "@/lib/shared/json/value";
import type { Edit } from "@/lib/shared/json/edit";
import { comparableOf, isSame } from "@/lib/server/known/compare";

/** The three versions that a rollback merges: before the apply, the applied version, and the current file. */
export interface MergeVersions {
  before: Version;
  applied: Version;
  now: Version;
}

export interface Merged {
  /** All other bytes are unchanged. */
  file: Version;
  putBack: string[];
  /** Paths that somebody changed again after the apply. They keep the current value unless `older` is chosen. */
  contested: string[];
}

/**
 * @param choice whether contested settings keep the newer value or get the older one
 * @throws Error if an older value cannot be written into the current file
 */
export function mergeBack({ before, applied, now }: MergeVersions, choice: "newer" | "older"): Merged {
  const others = { before: before.unrecognized, applied: applied.unrecognized, now: now.unrecognized };
  const edits: Edit[] = [];
  const merged: Omit<Merged, "file"> = { putBack: [], contested: [] };
  for (const path of changedPaths(before, applied)) {
    const isSetting = now.edition.registry.fieldAt(path) !== undefined;
    const isValueOf = (version: "before" | "applied"): boolean =>
      isSetting
        ? isSame(now, path, comparableOf({ before, applied }[version], path))
        : sameJson(others.now.get(path)?.value, others[version].get(path)?.value);
    const isOurs = isValueOf("applied");
    if (!isOurs && isValueOf("before")) continue;
    if (!isOurs) merged.contested.push(path);
    if (!isOurs && choice === "newer") continue;
    merged.putBack.push(path);
    edits.push(
      ...(isSetting ? editsFor(now, operationFor(before, path)) : keyEdits(path, others.before, others.now)),
    );
  }
  // Remove keys before adding keys, because an added key may have the same name as a removed one.
  const isRemoval = ({ value }: Edit) => value === undefined;
  const removed = now.edited(edits.filter(isRemoval));
  return { ...merged, file: removed.edited(edits.filter((edit) => !isRemoval(edit))) };
}

function operationFor(version: Version, path: string) {
  const value = version.rawOf(path);
  return value === undefined ? { op: "unset" as const, path } : { op: "set" as const, path, value };
}

type Leaves = Version["unrecognized"];

function keyEdits(path: string, before: Leaves, now: Leaves): Edit[] {
  const appliedChange = before.get(path);
  if (appliedChange) return [{ segments: appliedChange.segments, value: appliedChange.value }];
  const is = now.get(path);
  return is ? [{ segments: is.segments }] : [];
}
