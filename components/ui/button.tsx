import type { ComponentProps, MouseEvent } from "react";
import { cn } from "./cn";
import { Spinner } from "./loading";

const variants = {
  primary: "border-transparent bg-accent text-accent-foreground not-disabled:hover:bg-accent/90",
  secondary: "border-border-strong bg-surface text-foreground not-disabled:hover:bg-muted",
  ghost: "border-transparent text-foreground not-disabled:hover:bg-muted",
  /** Less prominent than `ghost`. */
  quiet: "border-transparent text-muted-foreground not-disabled:hover:bg-muted",
  /** Opens the dialog of a destructive action. The button in the dialog is `danger`. */
  "danger-outline": "border-danger bg-surface text-danger-text not-disabled:hover:bg-danger-soft",
  danger: "border-transparent bg-danger text-danger-foreground not-disabled:hover:bg-danger/90",
} as const;

const sizes = {
  xs: "h-6 gap-1 px-1.5 text-xs max-sm:h-11 [&_svg]:size-3",
  sm: "h-8 gap-2 px-3 text-sm max-sm:h-11 [&_svg]:size-4",
  md: "h-9 gap-2 px-4 text-base max-sm:h-11 [&_svg]:size-4",
  "icon-xs": "size-6 max-sm:size-11 [&_svg]:size-3.5",
  "icon-sm": "size-7 max-sm:size-11 [&_svg]:size-3.5",
  icon: "size-9 gap-2 max-sm:size-11 [&_svg]:size-4",
} as const;

export type ButtonVariant = keyof typeof variants;
export type ButtonSize = keyof typeof sizes;

export function buttonVariants(
  options: { variant?: ButtonVariant; size?: ButtonSize; className?: string } = {},
): string {
  const { variant = "secondary", size = "md", className } = options;
  return cn("button", variants[variant], sizes[size], className);
}

export interface ButtonProps extends ComponentProps<"button"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /**
   * Set while the button's action is in progress. The button then shows a spinner, announces the progress to screen
   * readers and ignores clicks, but can still have the focus.
   */
  busy?: boolean;
}

function ignore(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

/** The `type` is "button" by default, so that a button does not submit a form by mistake. */
export function Button({ variant, size, busy, className, children, onClick, ...props }: ButtonProps) {
  const classes = buttonVariants({ variant, size, className });
  return (
    <button
      data-slot="button"
      type="button"
      className={cn(classes, busy && "relative text-transparent! [&>svg]:opacity-0")}
      onClick={busy ? ignore : onClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...props}
    >
      {children}
      {busy ? (
        <span className={cn("absolute inset-0 grid place-items-center", spinnerTone(variant))}>
          <Spinner />
        </span>
      ) : null}
    </button>
  );
}

/**
 * Returns the spinner's color, which cannot be inherited: the text of a busy button is transparent. The
 * hidden text preserves the button's width.
 */
function spinnerTone(variant: ButtonVariant = "secondary"): string {
  if (variant === "primary") return "text-accent-foreground";
  if (variant === "danger") return "text-danger-foreground";
  return "text-foreground";
}
