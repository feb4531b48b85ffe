import type { ReactNode } from "react";
import { SettingDifference } from "@/components/settings/review/setting-difference";
import type { SettingChange } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";

interface ChangeListProps {
  changes: readonly SettingChange[];
  /** Number of further changes that are not in the list. */
  more?: number;
  label: string;
  /** Renders an element before each change, for example a checkbox. */
  lead?: (change: SettingChange, labelId: string) => ReactNode;
  /** Renders an element after each change, for example a button. */
  tail?: (change: SettingChange) => ReactNode;
}

export function ChangeList({ changes, more = 0, label, lead, tail }: ChangeListProps) {
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
              <SettingDifference change={change} />
            </div>
            {tail?.(change)}
          </li>
        );
      })}
      {more > 0 ? (
        <li className="py-3 text-muted-foreground">and {more.toLocaleString("en")} more unrecognized keys</li>
      ) : null}
    </ul>
  );
}
