import "server-only";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { hasHiddenPart, restoreCredentials } from "@/lib/shared/settings/credentials";
import { checkOperations, normaliseOperations } from "@/lib/shared/settings/operations";
import type { SettingPath, SettingValue } from "@/lib/shared/settings/types";
import type { Settings } from "@/lib/shared/settings/values";
import { AppError } from "@/lib/errors";

/**
 * Returns the saved settings with the operator's unsaved edits. Edits of settings that the check does not use are
 * ignored.
 * @throws AppError `invalid-settings` with one problem per path
 */
export function draftOf(
  saved: Settings,
  operations: readonly Operation[],
  paths: readonly string[],
): Settings {
  const { edition } = saved;
  const relevant = operations.filter(({ path }) => paths.includes(path));
  const problems = checkOperations(relevant, edition.registry);
  if (problems.length > 0) {
    const [first] = problems;
    throw new AppError("invalid-settings", `Nothing was checked: ${first?.message ?? ""}`, { problems });
  }
  const whole = normaliseOperations(relevant, edition.registry).map((operation) =>
    withPassword(saved, operation),
  );
  const edits = new Map(whole.map((operation) => [operation.path, operation]));
  return {
    edition,
    get<P extends SettingPath>(path: P): SettingValue<P> {
      const edit = edits.get(path);
      const unset: unknown = edition.registry.fieldAt(path)?.default;
      const value: unknown = edit === undefined ? saved.get(path) : edit.op === "set" ? edit.value : unset;
      // `checkOperations` has checked that the value fits the setting.
      return value as SettingValue<P>;
    },
  };
}

/**
 * Replaces a hidden password in an address with the stored password, but only if the server stays the same. Without
 * this rule, a check could send a stored password to any server, or to another port of the same host.
 * @throws AppError `invalid-settings` if the server is different
 */
function withPassword(saved: Settings, operation: Operation): Operation {
  const { path } = operation;
  const value = operation.op === "set" ? operation.value : null;
  if (typeof value !== "string" || !hasHiddenPart(value)) return operation;
  // `checkOperations` has checked that this is the path of a setting.
  const stored: unknown = saved.get(path as SettingPath);
  if (typeof stored === "string" && isSameServer(value, stored))
    return { op: "set", path, value: restoreCredentials(value, stored) };
  const message = "The stored password is sent only to the address in the file. Enter the password again.";
  throw new AppError("invalid-settings", `Nothing was checked: ${message}`, {
    problems: [{ path, message }],
  });
}

function isSameServer(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const [a, b] = [new URL(one), new URL(other)];
  return a.protocol === b.protocol && a.host === b.host && a.username === b.username && b.password !== "";
}
