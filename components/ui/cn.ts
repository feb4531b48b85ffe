import { type ClassValue, clsx } from "clsx";

/**
 * Joins class names without resolving conflicts: of two classes that set the same property, the later one in the
 * style sheet wins, not the later argument. So every property that users of a component may change is a variant,
 * such as a button's `size`.
 */
export function cn(...inputs: ClassValue[]): string {
  return clsx(inputs);
}
