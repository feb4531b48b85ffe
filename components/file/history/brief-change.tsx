import { describeEntry } from "@/components/settings/store/describe";
import type { SettingChange } from "@/lib/shared/contract/history";
import { sameJson } from "@/lib/shared/json/value";
import { namedItems } from "@/lib/shared/settings/kinds/items";
import { settingOfAny } from "@/lib/shared/settings/editions";

/** Shows a change in one line: the setting, its old value and its new value. */
export function BriefChange({ change }: { change: SettingChange }) {
  const field = settingOfAny(change.path);
  const [from, to] = briefly(change);
  return (
    <span className="flex min-w-0 flex-wrap gap-x-2">
      <span className={field ? "wrap-anywhere" : "font-mono text-xs leading-5 break-all"}>
        {field?.label ?? change.path}
      </span>
      {/* A long value may use half of the line, or more if the other value is short. The rest is cut off. */}
      <span className="grid max-w-full min-w-0 grid-cols-[minmax(0,max-content)_auto_minmax(0,max-content)] gap-x-2 text-muted-foreground">
        {from === null ? null : (
          <>
            <span className="min-w-0 truncate">
              <span className="sr-only">from </span>
              {from}
            </span>
            <span aria-hidden="true">→</span>
          </>
        )}
        <span className="min-w-0 truncate text-foreground">
          {from === null ? null : <span className="sr-only">to </span>}
          {to}
        </span>
      </span>
    </span>
  );
}

/**
 * Short texts for the old and the new value. For a secret or a list, the first text is null and the second says what
 * has changed.
 */
function briefly({ path, secret, before, after }: SettingChange): [from: string | null, to: string] {
  if (secret) return [null, secret];
  if (Array.isArray(before) && Array.isArray(after))
    return [null, listWords(namedItems(before), namedItems(after))];
  const field = settingOfAny(path);
  const words = (value: unknown) => {
    if (value === null) return field ? describeEntry(field, { set: false, value: field.default }) : "not set";
    return field ? describeEntry(field, { set: true, value }) : JSON.stringify(value);
  };
  return [words(before), words(after)];
}

function listWords(before: readonly unknown[], after: readonly unknown[]): string {
  const missing = (from: readonly unknown[], list: readonly unknown[]) =>
    from.filter((item) => !list.some((other) => sameJson(item, other))).length;
  const [added, removed] = [missing(after, before), missing(before, after)];
  if (added + removed === 0) return before.length === 0 ? "empty list" : "new order";
  return [added > 0 ? `${added} added` : "", removed > 0 ? `${removed} removed` : ""]
    .filter(Boolean)
    .join(", ");
}
