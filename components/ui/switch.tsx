import type { ComponentProps } from "react";
import { cn } from "./cn";

interface SwitchProps extends Omit<ComponentProps<"button">, "children" | "className" | "onClick"> {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/**
 * A switch whose change takes effect at once. On small screens, its touch area is 44 px high, although it looks
 * smaller.
 */
export function Switch({ checked, onCheckedChange, ...props }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      data-slot="switch"
      onClick={() => onCheckedChange(!checked)}
      className={cn(
        "relative inline-flex h-5 w-9 shrink-0 items-center rounded-full transition-colors",
        checked ? "bg-accent" : "bg-input",
        "disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:outline-2 aria-invalid:outline-danger",
        "max-sm:before:absolute max-sm:before:-inset-x-1 max-sm:before:-inset-y-3",
      )}
      {...props}
    >
      <span
        className={cn(
          "block size-4 rounded-full bg-white transition-transform forced-colors:bg-[ButtonText]",
          checked ? "translate-x-4.5" : "translate-x-0.5",
        )}
      />
    </button>
  );
}
