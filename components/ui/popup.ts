/** Class names of everything that floats above the page, such as menus. */
export const popup =
  "z-50 rounded-lg border border-border-strong bg-surface-raised text-foreground shadow-raised outline-none";

/** Class names of an item in a menu or a list. */
export const popupItem =
  "relative flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-base outline-none select-none " +
  "data-[disabled]:pointer-events-none data-[disabled]:opacity-50 max-sm:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0";
