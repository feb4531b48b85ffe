import type { ReactNode } from "react";
import { ChangeDiff } from "@/components/settings/review/change-diff";
import type { PlainEntry } from "@/components/settings/store/entry";
import { Badge } from "@/components/ui/badge";
import type { Field } from "@/lib/shared/settings/field";
import type { SettingChange } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";

interface ChangeListProps {
  changes: readonly SettingChange[];
  /** How many more there are than are listed. */
  more?: number;
  /** The list's accessible name. */
  label: string;
  /** Rendered before each change, for example a checkbox. */
  lead?: (change: SettingChange, labelId: string) => ReactNode;
}

/** Settings that differ between two versions: label, key, before and after. */
export function ChangeList({ changes, more = 0, label, lead }: ChangeListProps) {
  return (
    <ul aria-label={label} className="divide-y">
      {changes.map((change) => {
        const labelId = `change-${label.replaceAll(" ", "-")}-${change.path}`;
        return (
          <li key={change.path} className="flex items-start gap-3 py-3">
            {lead?.(change, labelId)}
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <span id={labelId} className="font-medium wrap-anywhere">
                {(change.known ? settingOfAny(change.path) : undefined)?.label ?? "Unrecognized key"}
              </span>
              <code className="text-xs break-all text-muted-foreground">{change.path}</code>
              <Difference change={change} />
            </div>
          </li>
        );
      })}
      {more > 0 ? (
        <li className="py-3 text-muted-foreground">and {more.toLocaleString("en")} more unrecognized keys</li>
      ) : null}
    </ul>
  );
}

function Difference({ change: { path, secret, before, after } }: { change: SettingChange }) {
  if (secret) {
    return (
      <p>
        <Badge tone={secret === "cleared" ? "danger" : "warning"}>Secret {secret}</Badge>
      </p>
    );
  }
  const field = settingOfAny(path);
  if (field) return <ChangeDiff field={field} from={entryOf(field, before)} to={entryOf(field, after)} />;
  return (
    <p className="flex flex-col gap-1 font-mono text-xs">
      <del className="break-all text-muted-foreground no-underline">
        <span className="sr-only">From </span>− {shown(before)}
      </del>
      <ins className="break-all text-warning-text no-underline">
        <span className="sr-only">to </span>+ {shown(after)}
      </ins>
    </p>
  );
}

/** null means that the version does not set the key. */
function entryOf(field: Field, value: unknown): PlainEntry {
  return value === null ? { set: false, value: field.default } : { set: true, value };
}

function shown(value: unknown): string {
  return value === null ? "not set" : JSON.stringify(value);
}
