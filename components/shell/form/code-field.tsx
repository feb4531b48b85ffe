import type { ComponentProps } from "react";
import * as z from "zod/mini";
import { Input } from "@/components/ui/input";
import { type DialogField, textField } from "./dialog-fields";
import { FormField, type FormFieldProps } from "./form-field";

export const codeCheck = z.string().check(z.trim(), z.minLength(1, "Enter a code."));

const input = {
  className: "font-mono",
  autoComplete: "one-time-code",
  autoCapitalize: "none",
  spellCheck: false,
} as const;

/** A `CodeField` for use in a `FormDialog`. */
export const codeField = (words: Pick<FormFieldProps, "label" | "help">): DialogField<string> =>
  textField(words, codeCheck, input);

/** A field for a code of an authenticator app, or a recovery code. */
export function CodeField({
  label,
  help,
  error,
  ...props
}: ComponentProps<"input"> & Pick<FormFieldProps, "label" | "help" | "error">) {
  return (
    <FormField label={label} help={help} error={error}>
      {(control) => <Input {...control} {...props} {...input} />}
    </FormField>
  );
}
