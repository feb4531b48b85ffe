"use client";

import { useSyncExternalStore } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

const never = () => () => undefined;

/**
 * A submit button that is disabled until the page's script runs. If it were enabled earlier, the browser would submit
 * the form itself, which loses typed text or writes a password to the URL.
 */
export function SubmitButton({ disabled, className, ...props }: ButtonProps) {
  const isTaken = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <Button
      type="submit"
      // Ignores the second click of a double click. It may come before the form is busy, or after another page has
      // opened.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
      disabled={disabled || !isTaken}
      // Not dimmed while waiting for the script, because the change back would look like a glitch.
      className={cn(!isTaken && !disabled && "disabled:opacity-100!", className)}
      {...props}
    />
  );
}
