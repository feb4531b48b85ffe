/**
 * The style of all text controls (`app/globals.css`), without height and text size. Mobile browsers zoom into a
 * control whose text is smaller than 16 px.
 */
export const control = "control max-sm:text-lg";

export const controlText = "text-base";

export const controlHeight = "h-9 max-sm:h-11";
