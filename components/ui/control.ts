/** Shared by all text controls: the height, the border that turns red when `aria-invalid`, the focus ring. */
export const control =
  "w-full min-w-0 rounded-lg border border-input bg-surface px-3 text-foreground transition-colors " +
  "hover:border-muted-foreground focus-visible:border-ring focus-visible:outline-offset-0 " +
  "aria-invalid:border-danger aria-invalid:focus-visible:outline-danger " +
  // Mobile browsers zoom into a control whose text is smaller than 16 px.
  "disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground max-sm:text-lg";

export const controlText = "text-base";

export const controlHeight = "h-9 max-sm:h-11";
