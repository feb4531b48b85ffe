import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { RequestError } from "@/lib/queries/http";

/**
 * Puts what a request refused next to the controls it concerns.
 * @returns the sentence for the form as a whole, when something concerns no control of it
 */
export function applyProblems<T extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<T>[],
  setError: UseFormSetError<T>,
): string | undefined {
  if (!(error instanceof RequestError)) {
    return "Something went wrong in this page, and nothing was sent. Reload the page and try again.";
  }
  const known = error.problems.filter((problem) => names.includes(problem.path as FieldPath<T>));
  known.forEach((problem, index) =>
    setError(problem.path as FieldPath<T>, { message: problem.message }, { shouldFocus: index === 0 }),
  );
  return known.length > 0 ? undefined : error.message;
}
