import "server-only";
import type { Operation } from "@/lib/config/document";
import { checkOperations, normaliseOperations } from "@/lib/config/operations";
import { fieldAt } from "@/lib/config/registry";
import type { SettingPath, SettingValue } from "@/lib/config/types";
import type { Settings } from "@/lib/config/values";
import { AppError } from "@/lib/errors";

/**
 * The settings as they would be with unsaved edits, of which only those count that the check is about.
 * @throws AppError `invalid-settings` with one problem per path
 */
export function draftOf(
  saved: Settings,
  operations: readonly Operation[],
  paths: readonly string[],
): Settings {
  const relevant = operations.filter(({ path }) => paths.includes(path));
  const problems = checkOperations(relevant);
  if (problems.length > 0) {
    const [first] = problems;
    throw new AppError("invalid-settings", `Nothing was checked: ${first?.message ?? ""}`, { problems });
  }
  const edits = new Map(normaliseOperations(relevant).map((operation) => [operation.path, operation]));
  return {
    get<P extends SettingPath>(path: P): SettingValue<P> {
      const edit = edits.get(path);
      if (edit === undefined) return saved.get(path);
      // The operation was checked against the setting's own schema.
      return (edit.op === "set" ? edit.value : fieldAt(path)?.default) as SettingValue<P>;
    },
  };
}
