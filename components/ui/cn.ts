import { type ClassValue, clsx } from "clsx";

/**
 * Joins class names. Of two that set the same thing neither is dropped, and not the later one wins but the later one in
 * the style sheet: what a part lets its users change is a variant of the part, such as a button's `size`.
 */
export function cn(...inputs: ClassValue[]): string {
  return clsx(inputs);
}
