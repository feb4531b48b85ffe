import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { applyProblems } from "./apply-problems";

export interface RequestFormOptions<Values extends FieldValues, Result> {
  /** What may be sent; its sentences stand next to the controls. */
  schema: z.core.$ZodType<Values, Values>;
  /** Every control of the form by name, with what it holds at first. */
  initial: Values;
  request: (values: Values) => Promise<Result>;
  /** After the request succeeded. The form is busy until this is done. */
  onDone: (result: Result, values: Values) => unknown;
}

/**
 * A short form that makes one request: what is refused stands next to its control, and what was typed stays. `refusal` is
 * the error of the last attempt, for a form that has more to say about it than its sentence.
 */
export function useRequestForm<Values extends FieldValues, Result>(
  options: RequestFormOptions<Values, Result>,
) {
  const { schema, initial, request, onDone } = options;
  const mutation = useMutation({
    mutationFn: request,
    // What was typed may be a password: it is not kept for longer than the form is there.
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
      const rest = applyProblems(error, Object.keys(initial) as FieldPath<Values>[], form.setError);
      if (rest) form.setError("root", { message: rest });
      return;
    }
    await onDone(result, values);
  });
  return { form, errors, submit, isBusy: isSubmitting, isDone: mutation.isSuccess, refusal: mutation.error };
}
