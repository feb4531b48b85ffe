import type { ComponentProps } from "react";
import * as z from "zod/mini";
import { FormField } from "@/components/shell/form/form-field";
import { Input } from "@/components/ui/input";

/** What a form checks that has the name of a thing typed before it is deleted for good. */
export const typedName = (name: string) =>
  z.string().check(z.refine((typed) => typed.trim() === name.trim(), `Type ${name}, as it is written.`));

/** Where that name is typed. @param of the name */
export function TypedNameField({
  of,
  error,
  ...input
}: ComponentProps<"input"> & { of: string; error?: string }) {
  return (
    <FormField label={`Type ${of} to confirm`} error={error}>
      {(control) => <Input {...control} {...input} autoComplete="off" />}
    </FormField>
  );
}
