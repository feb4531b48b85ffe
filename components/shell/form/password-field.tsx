import type { ComponentProps } from "react";
import * as z from "zod/mini";
import { FormField } from "@/components/shell/form/form-field";
import { Input } from "@/components/ui/input";

/** What a form checks that asks for the operator's password before something that cannot be undone. */
export const passwordCheck = z.string().check(z.minLength(1, "Enter your password."));

export function PasswordField({ error, ...input }: ComponentProps<"input"> & { error?: string }) {
  return (
    <FormField label="Your password" error={error}>
      {(control) => <Input {...control} {...input} type="password" autoComplete="current-password" />}
    </FormField>
  );
}
