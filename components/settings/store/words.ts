import { settingOfAny } from "@/lib/shared/settings/editions";
import { formatNumber } from "@/lib/shared/settings/kinds/amounts";

/** Examples: "4 changes", "1 change". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** Example: "Instance name, Bio length, and 3 more". */
export function labelsOf(paths: readonly string[], most = 3): string {
  const labels = paths.map((path) => settingOfAny(path)?.label ?? path);
  if (labels.length <= most) return new Intl.ListFormat("en").format(labels);
  return new Intl.ListFormat("en").format([...labels.slice(0, most), `${labels.length - most} more`]);
}
