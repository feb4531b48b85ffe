import type { Field } from "@/lib/config/field";
import { formatBytes, formatDuration, formatNumber } from "@/lib/config/format";
import { type Entry, isSecretEntry } from "./entry";

/** How many elements of a list are written out before "and 12 more". */
const mostItems = 4;

function describeList(items: readonly unknown[]): string {
  if (items.length === 0) return "empty list";
  const texts = items.map((item) => {
    if (typeof item === "string") return item;
    if (typeof item === "object" && item !== null && "id" in item) return String(item.id);
    return JSON.stringify(item);
  });
  const shown =
    texts.length > mostItems ? [...texts.slice(0, mostItems), `${texts.length - mostItems} more`] : texts;
  return shown.join(", ");
}

/** A value in the words of its kind: "5 minutes", "1 GiB", "on". Never called with a secret's value. */
export function describeValue(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === "") return "not set";
  if (Array.isArray(value)) return describeList(value);
  if (typeof value === "boolean") return value ? "on" : "off";
  if (field.kind === "enum") {
    return field.options.find((option) => option.value === String(value))?.label ?? String(value);
  }
  if (typeof value === "number") {
    if (field.kind === "duration") return formatDuration(value, field.fileUnit);
    if (field.kind === "bytes") return formatBytes(value);
    const unit = field.kind === "number" && field.unit ? ` ${field.unit}` : "";
    return `${formatNumber(value)}${unit}`;
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What the instance uses while the key is not set. */
export function describeDefault(field: Field): string {
  if (field.default === null) return lowerFirst(field.defaultNote ?? "not set");
  const value = describeValue(field, field.default);
  return field.defaultNote ? `${value} (${lowerFirst(field.defaultNote)})` : value;
}

/** A note is written as a sentence; here it stands behind a colon. */
function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** An entry for a list of changes. Of a secret only what happens to it. */
export function describeEntry(field: Field, entry: Entry): string {
  if (isSecretEntry(entry)) {
    if (entry.action === "replace") return entry.set ? "replaced" : "set";
    if (entry.action === "clear") return "cleared";
    return entry.set ? "set" : "not set";
  }
  return entry.set ? describeValue(field, entry.value) : `default (${describeDefault(field)})`;
}
