import type { ComponentProps } from "react";
import { FormField } from "@/components/shell/form/form-field";
import { Input } from "@/components/ui/input";

/** The username field of the forms for people who are not signed in. It gets the focus. */
export function UsernameField({ error, ...input }: ComponentProps<"input"> & { error?: string }) {
  return (
    <FormField label="Username" error={error}>
      {(control) => <Input {...control} {...input} autoComplete="username" autoCapitalize="none" autoFocus />}
    </FormField>
  );
}
