"use client";

import { useSyncExternalStore } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

const never = () => () => undefined;

/**
 * Submits its form. It is disabled until the page's script handles submission. Before that, the browser would
 * submit the form natively, with a password in the URL or losing typed text.
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
      // The second click of a double click comes before the first one has made the form busy, or when its page has
      // changed.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
      disabled={disabled || !isTaken}
      // Disabled only for a moment, and dimming the button for it would look like a glitch.
      className={cn(!isTaken && !disabled && "disabled:opacity-100!", className)}
      {...props}
    />
  );
}
