export const overlay = "fixed inset-0 z-50 bg-overlay";

/** A dialog is centered, except on small screens, where it is at the bottom edge within reach of the thumb. */
export const dialogPanel =
  "fixed z-50 flex max-h-[min(720px,calc(100dvh-32px))] flex-col border border-border-strong bg-surface-raised " +
  "text-foreground shadow-raised outline-none data-[state=open]:animate-rise max-sm:inset-x-0 max-sm:bottom-0 " +
  "max-sm:rounded-t-xl sm:left-1/2 sm:w-[calc(100vw-32px)] sm:-translate-x-1/2 sm:rounded-xl";

/**
 * Positions of a dialog on larger screens. `top` is for a dialog whose height changes. Its upper edge does not move.
 */
export const dialogPlaces = {
  middle: "sm:top-1/2 sm:-translate-y-1/2",
  top: "sm:top-[12dvh]",
} as const;

export const dialogWidths = {
  narrow: "sm:max-w-md",
  normal: "sm:max-w-lg",
  wide: "sm:max-w-2xl",
  widest: "sm:max-w-4xl",
} as const;

export const dialogFooter =
  "flex flex-wrap justify-end gap-2 border-t px-6 py-4 max-sm:flex-col-reverse max-sm:px-4";
