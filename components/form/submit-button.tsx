"use client";

import { useSyncExternalStore } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

const never = () => () => undefined;

/**
 * Submits its form, once the page's script is there to take what is submitted. Before that the browser would send the
 * form by itself: with a password in the address, or with what was typed lost.
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
      disabled={disabled || !isTaken}
      // The moment is short; a flash of paleness would look like a fault.
      className={cn(!isTaken && !disabled && "disabled:opacity-100!", className)}
      {...props}
    />
  );
}
