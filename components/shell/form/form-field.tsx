"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";

interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

export interface FormFieldProps {
  label: string;
  help?: ReactNode;
  error?: string;
  /** Receives props that link the control to its label, help and error. The caller spreads them on the control. */
  children: (control: ControlProps) => ReactNode;
}

/** A control with a label, for all forms except the settings, which have rows. */
export function FormField({ label, help, error, children }: FormFieldProps) {
  const id = useId();
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
      {help ? (
        <p id={`${id}-help`} className="text-sm text-muted-foreground">
          {help}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger-text">
          {error}
        </p>
      ) : null}
    </div>
  );
}

interface TypedFieldProps
  extends Omit<ComponentProps<typeof Input>, "onChange" | "children">, Omit<FormFieldProps, "children"> {
  value: string;
  onChange: (typed: string) => void;
}

/**
 * A text field for use without a form library. It has no `name`, because a form that is submitted before the page's
 * script runs would write named values to the URL.
 */
export function TypedField({ label, help, error, onChange, ...input }: TypedFieldProps) {
  return (
    <FormField label={label} help={help} error={error}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  );
}
