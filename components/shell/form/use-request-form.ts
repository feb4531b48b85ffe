import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  useForm,
  type UseFormSetError,
} from "react-hook-form";
import type * as z from "zod/mini";
import { RequestError } from "../queries/call";

export interface RequestFormOptions<Values extends FieldValues, Result> {
  /** Validates the values. Its messages are shown at the controls. */
  schema: z.core.$ZodType<Values, Values>;
  initial: Values;
  request: (values: Values) => Promise<Result>;
  /** The form stays busy until the returned promise resolves. */
  onDone: (result: Result, values: Values) => unknown;
}

export function useRequestForm<Values extends FieldValues, Result>(
  options: RequestFormOptions<Values, Result>,
) {
  const { schema, initial, request, onDone } = options;
  const mutation = useMutation({
    mutationFn: request,
    // The values may contain a password, so the mutation cache must not store them after the form unmounts.
    gcTime: 0,
  });
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(schema),
    defaultValues: initial as DefaultValues<Values>,
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    let result: Result;
    try {
      result = await mutation.mutateAsync(values);
    } catch (error) {
      const rest = showProblems(error, Object.keys(initial) as FieldPath<Values>[], form.setError);
      if (rest) form.setError("root", { message: rest });
      return;
    }
    await onDone(result, values);
  });
  return { form, errors, submit, isBusy: isSubmitting, isDone: mutation.isSuccess, refusal: mutation.error };
}

/**
 * Shows a refused request's problems at their controls.
 * @returns the message for the whole form; undefined if the page shows the problem elsewhere
 */
function showProblems<T extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<T>[],
  setError: UseFormSetError<T>,
): string | undefined {
  if (!(error instanceof RequestError)) {
    return "Something went wrong in this page, and nothing was sent. Reload the page and try again.";
  }
  // No message, because the page shows a form that connects an account (`provisioning/account/account-gate.tsx`).
  if (error.code === "account-required") return undefined;
  const known = error.problems.filter((problem) => names.includes(problem.path as FieldPath<T>));
  known.forEach((problem, index) =>
    setError(problem.path as FieldPath<T>, { message: problem.message }, { shouldFocus: index === 0 }),
  );
  return known.length > 0 ? undefined : error.message;
}
