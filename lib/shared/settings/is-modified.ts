import { sameJson } from "@/lib/shared/json/value";
import type { Field } from "./field";

/**
 * Whether an effective value differs from the default. Presence in the file does not count, because files written
 * by the instance spell out every default. A secret cannot be compared, so a set secret counts as modified unless
 * the instance generates it.
 */
export function isModified(field: Field, value: unknown): boolean {
  if (field.generated) return false;
  if (value === null || value === undefined) return field.default !== null;
  // The instance treats an empty list like a missing list.
  if (field.default === null && Array.isArray(value)) return value.length > 0;
  return !sameJson(value, field.default);
}
