import { type ClassValue, clsx } from "clsx";

/**
 * Joins class names. If two classes set the same property, the order in the style sheet decides, not the
 * order of the arguments. Every property that other components may change is therefore a variant, such as the
 * `size` of a button.
 */
export function cn(...inputs: ClassValue[]): string {
  return clsx(inputs);
}

/** The meaning of a color. Used by badges, callouts and dots. */
export type Tone = "neutral" | "accent" | "warning" | "danger" | "success";

export const softTone: Record<Tone, string> = {
  neutral: "border-border bg-muted text-muted-foreground",
  accent: "border-accent/30 bg-accent-soft text-accent-text",
  warning: "border-warning/35 bg-warning-soft text-warning-text",
  danger: "border-danger/30 bg-danger-soft text-danger-text",
  success: "border-success/30 bg-success-soft text-success-text",
};

/**
 * Classes of all text controls (`app/globals.css`), without height and text size. Small screens get 16 px text, because
 * mobile browsers zoom into controls with smaller text.
 */
export const control = "control max-sm:text-lg";

export const controlText = "text-base";

export const controlHeight = "h-9 max-sm:h-11";

export const popup =
  "z-50 rounded-lg border border-border-strong bg-surface-raised text-foreground shadow-raised outline-none";

export const popupItem =
  "relative flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-base outline-none select-none " +
  "data-[disabled]:pointer-events-none data-[disabled]:opacity-50 max-sm:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0";
