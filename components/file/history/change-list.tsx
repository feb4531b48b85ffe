import type { ReactNode } from "react";
import { SettingDifference } from "@/components/settings/review/change-diff";
import type { SettingChange } from "@/lib/shared/contract/history";
import { perEditions, sectionOfAny, settingOfAny } from "@/lib/shared/settings/editions";

interface ChangeListProps {
  changes: readonly SettingChange[];
  /** Number of further changes that are not in the list. */
  more?: number;
  label: string;
  /** Whether the changes are not made yet, so that what they break is stated. */
  isAhead?: boolean;
  lead?: (change: SettingChange, labelId: string) => ReactNode;
  tail?: (change: SettingChange) => ReactNode;
}

export function ChangeList({ changes, more = 0, label, isAhead, lead, tail }: ChangeListProps) {
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
              <SettingDifference change={change} isAhead={isAhead} />
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

/** Section titles of every edition, because a stored version may belong to another edition than the current file. */
const titles = perEditions(
  (all) => new Map(all.flatMap(({ registry }) => registry.sections.map(({ id, title }) => [id, title]))),
);

export interface SectionChanges {
  title: string;
  changes: SettingChange[];
}

export function bySection(changes: readonly SettingChange[]): SectionChanges[] {
  const known = changes.filter((change) => change.known);
  const groups = [...titles()].map(([id, title]) => ({
    title,
    changes: known.filter(({ path }) => sectionOfAny(path)?.id === id),
  }));
  const unknown = changes.filter((change) => !change.known);
  return [...groups, { title: "Unrecognized keys", changes: unknown }].filter(
    (group) => group.changes.length > 0,
  );
}
