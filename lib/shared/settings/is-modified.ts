import { sameJson } from "@/lib/shared/json/value";
import type { Field } from "./field";

/**
 * Whether an effective value differs from the default. A key in the file is not enough, because instances write all
 * defaults into the file. Secrets cannot be compared, so a set secret counts as modified, unless the instance generates
 * it.
 */
export function isModified(field: Field, value: unknown): boolean {
  if (field.generated) return false;
  if (value === null || value === undefined) return field.default !== null;
  // The instance treats an empty list like an unset key.
  if (field.default === null && Array.isArray(value)) return value.length > 0;
  return !sameJson(value, field.default);
}
