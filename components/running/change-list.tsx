import { ChangeDiff } from "@/components/settings/review/change-diff";
import { SettingLink } from "@/components/settings/rows/setting-link";
import type { SettingChange } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";

interface ChangeListProps {
  changes: readonly SettingChange[];
  /** Shows each change from its later to its earlier value. For the changes of a rollback. */
  isReversed?: boolean;
  label: string;
}

export function ChangeList({ changes, isReversed = false, label }: ChangeListProps) {
  return (
    <ul aria-label={label} className="divide-y">
      {changes.map((change) => (
        <li key={change.path} className="flex min-w-0 flex-col gap-1 py-2">
          <Name change={change} />
          <Values change={change} isReversed={isReversed} />
        </li>
      ))}
    </ul>
  );
}

function Name({ change: { path, known } }: { change: SettingChange }) {
  if (!known) return <span className="font-medium wrap-anywhere">{path}</span>;
  return (
    <SettingLink
      path={path}
      className="rounded-sm font-medium wrap-anywhere hover:text-accent-text hover:underline"
    >
      {settingOfAny(path)?.label ?? path}
    </SettingLink>
  );
}

function Values({ change, isReversed }: { change: SettingChange; isReversed: boolean }) {
  const { path, secret, before, after } = change;
  const field = settingOfAny(path);
  if (secret !== undefined)
    return <p className="text-sm text-muted-foreground">A secret. Its values are not shown.</p>;
  if (!field)
    return <p className="text-sm text-muted-foreground">An unrecognized key. The history has its values.</p>;
  const entry = (value: unknown) =>
    value === null ? { set: false, value: field.default } : { set: true, value };
  const [from, to] = isReversed ? [after, before] : [before, after];
  return <ChangeDiff field={field} from={entry(from)} to={entry(to)} />;
}
