import { settingOfAny } from "@/lib/shared/settings/editions";
import { formatNumber } from "@/lib/shared/settings/kinds/amounts";
import type { Field } from "@/lib/shared/settings/field";
import { describeDefault, describeValue } from "@/lib/shared/settings/wording";
import { type Entry, isSecretEntry } from "./entry";

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

export function labelsOf(paths: readonly string[], most = 3): string {
  const labels = paths.map((path) => settingOfAny(path)?.label ?? path);
  if (labels.length <= most) return new Intl.ListFormat("en").format(labels);
  return new Intl.ListFormat("en").format([...labels.slice(0, most), `${labels.length - most} more`]);
}

export function describeEntry(field: Field, entry: Entry): string {
  if (isSecretEntry(entry)) {
    if (entry.action === "replace") return entry.set ? "replaced" : "set";
    if (entry.action === "clear") return "cleared";
    return entry.set ? "set" : "not set";
  }
  return entry.set ? describeValue(field, entry.value) : `default (${describeDefault(field)})`;
}
