import "server-only";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { NothingHidden, restoreCredentials } from "@/lib/shared/settings/credentials";
import { AppError } from "@/lib/errors";

const message =
  "The panel cannot determine which hidden credential ••• represents here. Enter the credential.";

/**
 * Restores stored credentials in operations whose values contain the placeholder for a hidden credential. `storedAt`
 * returns the file's value at a path.
 * @throws AppError `invalid-settings` with one problem per value whose placeholder matches no stored credential
 */
export function restoreHidden(
  operations: readonly Operation[],
  storedAt: (path: string) => unknown,
): Operation[] {
  const lost: string[] = [];
  const whole = operations.map((operation): Operation => {
    if (operation.op === "unset") return operation;
    try {
      return { ...operation, value: restoreCredentials(operation.value, storedAt(operation.path)) };
    } catch (error) {
      if (!(error instanceof NothingHidden)) throw error;
      lost.push(operation.path);
      return operation;
    }
  });
  if (lost.length === 0) return whole;
  const problems = lost.map((path) => ({ path, message }));
  throw new AppError("invalid-settings", `${message} Nothing was saved.`, { problems });
}
