import { isObject } from "@/lib/shared/json/value";
import { getAt } from "@/lib/shared/settings/paths";
import type { Registry } from "@/lib/shared/settings/registry";

/**
 * Returns what stops working because an edited text replaces or removes keys. Markers stand for stored secrets.
 * @param spelling the file's spelling of paths (`ConfigSnapshot.spelling`)
 */
export function consequencesOf(
  before: string,
  after: string,
  { fields }: Registry,
  spelling: Readonly<Record<string, string>>,
): string[] {
  const [old, next] = [parsed(before), parsed(after)];
  return fields.flatMap((field) => {
    if (field.kind !== "secret" || field.replacing === undefined) return [];
    const path = spelling[field.path] ?? field.path;
    const stored = getAt(old, path);
    const isKept = typeof stored !== "string" || stored === getAt(next, path);
    return isKept ? [] : [`${field.label}: ${field.replacing}`];
  });
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
