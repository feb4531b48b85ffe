import { sameJson } from "@/lib/shared/json/value";
import type { Field } from "./field";

/**
 * Whether an effective value differs from the default. Presence in the file is not asked: files written by the
 * instance spell out every default. A secret cannot be compared, so any is modified, unless the instance makes one itself.
 */
export function isModified(field: Field, value: unknown): boolean {
  if (field.generated) return false;
  if (value === null || value === undefined) return field.default !== null;
  // To the instance, an empty list and no list mean the same.
  if (field.default === null && Array.isArray(value)) return value.length > 0;
  return !sameJson(value, field.default);
}
