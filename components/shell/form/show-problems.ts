import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { RequestError } from "../queries/http";

/**
 * Shows a refused request's problems at the controls they concern.
 * @returns the message for the form as a whole, if some problem concerns none of its controls
 */
export function showProblems<T extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<T>[],
  setError: UseFormSetError<T>,
): string | undefined {
  if (!(error instanceof RequestError)) {
    return "Something went wrong in this page, and nothing was sent. Reload the page and try again.";
  }
  // The page asks for an account in the place of what was shown (`provisioning/account/account-gate.tsx`).
  if (error.code === "account-required") return undefined;
  const known = error.problems.filter((problem) => names.includes(problem.path as FieldPath<T>));
  known.forEach((problem, index) =>
    setError(problem.path as FieldPath<T>, { message: problem.message }, { shouldFocus: index === 0 }),
  );
  return known.length > 0 ? undefined : error.message;
}
