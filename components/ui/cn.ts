import { type ClassValue, clsx } from "clsx";

/**
 * Joins class names. If two classes set the same property, the order in the style sheet decides and not the order of
 * the arguments. Every property that other components may change is therefore a variant, such as the `size` of a
 * button.
 */
export function cn(...inputs: ClassValue[]): string {
  return clsx(inputs);
}
