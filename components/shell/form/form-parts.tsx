"use client";

import { useMutation } from "@tanstack/react-query";
import { Eye, EyeOff, KeyRound } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import { Input, InputGroup, Label } from "@/components/ui/input";
import { useHydrated } from "@/components/ui/use-hydrated";

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
 * A text field for use without a form library. It has no `name`: if a form is submitted before the page's
 * script runs, the browser writes named values to the URL.
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

/** Shows why a request failed. `message` is undefined if a field already shows the reason. */
export function FormFailure({ message, title }: { message?: string | undefined; title?: string }) {
  return message ? (
    <Callout tone="danger" role="alert" title={title}>
      {message}
    </Callout>
  ) : null;
}

export function PasswordInput(props: Omit<ComponentProps<typeof Input>, "type">) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <InputGroup>
      <Input {...props} type={isShown ? "text" : "password"} autoCapitalize="none" spellCheck={false} />
      <Button
        variant="quiet"
        size="icon-sm"
        className="mr-1"
        aria-label={isShown ? "Hide password" : "Show password"}
        onClick={() => setShown(!isShown)}
      >
        <Icon aria-hidden="true" />
      </Button>
    </InputGroup>
  );
}

export function NoteField({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  return (
    <FormField label="Note">
      {(control) => (
        <Input
          {...control}
          value={value}
          maxLength={500}
          placeholder="Why you made this change (shown in the history)"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  );
}

/**
 * A submit button that is disabled until the page's script runs. Before that, the browser would submit the
 * form itself. Typed text would be lost, or a password written to the URL.
 */
export function SubmitButton({ disabled, className, ...props }: ButtonProps) {
  const isHydrated = useHydrated();
  return (
    <Button
      type="submit"
      // Ignores the second click of a double click. It may come before the form is busy, or after another page has
      // opened.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
      disabled={disabled || !isHydrated}
      // Not dimmed while waiting for the script, because undimming it soon after would look like a glitch.
      className={cn(!isHydrated && !disabled && "disabled:opacity-100!", className)}
      {...props}
    />
  );
}

interface PasskeyButtonProps extends Pick<ButtonProps, "variant"> {
  request: () => Promise<void>;
  onDone: () => void;
}

/** It stays busy after the request has succeeded. */
export function PasskeyButton({ variant, request, onDone }: PasskeyButtonProps) {
  const passkey = useMutation({ mutationFn: request, onSuccess: onDone });
  return (
    <div className="flex flex-col gap-3">
      <FormFailure message={passkey.error?.message} />
      <Button
        variant={variant}
        busy={passkey.isPending || passkey.isSuccess}
        onClick={() => passkey.mutate()}
      >
        <KeyRound aria-hidden="true" />
        Use a passkey
      </Button>
    </div>
  );
}
