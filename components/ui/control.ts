/**
 * Classes of all text controls (`app/globals.css`), without height and text size. Small screens get 16 px text, because
 * mobile browsers zoom into controls with smaller text.
 */
export const control = "control max-sm:text-lg";

export const controlText = "text-base";

export const controlHeight = "h-9 max-sm:h-11";
