import { ChangeDiff, entryOf } from "@/components/settings/review/change-diff";
import { SettingLink } from "@/components/settings/rows/setting-link";
import { Badge } from "@/components/ui/badge";
import type { SettingChange } from "@/lib/shared/contract/history";
import type { PendingSetting } from "@/lib/shared/contract/running";
import { settingOfAny } from "@/lib/shared/settings/editions";

interface ChangeListProps {
  changes: readonly SettingChange[];
  /** Swaps the old and the new value of each change, because a rollback restored the old value. */
  isReversed?: boolean | undefined;
  label: string;
}

export function ChangeList({ changes, isReversed, label }: ChangeListProps) {
  return (
    <ul aria-label={label} className="divide-y">
      {changes.map((change) => (
        <li key={change.path} className="flex min-w-0 flex-col gap-1 py-2">
          <ChangedSetting change={change} isReversed={isReversed} />
        </li>
      ))}
    </ul>
  );
}

interface ChangedSettingProps {
  change: SettingChange;
  isReversed?: boolean | undefined;
}

/** A link to a changed setting, and its old and its new value. */
export function ChangedSetting({ change, isReversed = false }: ChangedSettingProps) {
  const { path, known, secret, before, after } = change;
  const field = settingOfAny(path);
  const [from, to] = isReversed ? [after, before] : [before, after];
  return (
    <>
      {known ? <SettingName path={path} /> : <span className="font-medium wrap-anywhere">{path}</span>}
      {secret !== undefined ? (
        <Note>A secret. Its values are not shown.</Note>
      ) : field ? (
        <ChangeDiff field={field} from={entryOf(field, from)} to={entryOf(field, to)} />
      ) : (
        <Note>An unrecognized key. See the history for its values.</Note>
      )}
    </>
  );
}

interface PendingListProps {
  settings: readonly PendingSetting[];
  label: string;
}

/** Lists settings that the instance may not have loaded, with the instance's value and the file's value. */
export function PendingList({ settings, label }: PendingListProps) {
  return (
    <ul aria-label={label} className="divide-y">
      {settings.map((pending) => (
        <li key={pending.path} className="flex min-w-0 flex-col gap-1 py-3">
          <span className="flex flex-wrap items-center gap-x-2">
            <SettingName path={pending.path} />
            {pending.state === "unknown" ? <Badge size="sm">Not reported</Badge> : null}
            {pending.needs === "restart" && pending.state !== "environment" ? (
              <Badge size="sm">Needs a restart</Badge>
            ) : null}
          </span>
          <PendingValues pending={pending} />
          {pending.isLoaded ? (
            <Note>The instance has loaded the value, but only uses it after a restart.</Note>
          ) : null}
          {pending.unlessEnvironment ? (
            <Note>Unless the instance&apos;s environment overrides it.</Note>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function PendingValues({ pending: { path, secret, runs, file } }: { pending: PendingSetting }) {
  const field = settingOfAny(path);
  if (secret || !field) return <Note>The values differ. Secrets are not shown.</Note>;
  return <ChangeDiff field={field} from={{ set: true, value: runs }} to={{ set: true, value: file }} />;
}

function SettingName({ path }: { path: string }) {
  return (
    <SettingLink
      path={path}
      className="rounded-sm font-medium wrap-anywhere hover:text-accent-text hover:underline"
    >
      {settingOfAny(path)?.label ?? path}
    </SettingLink>
  );
}

const Note = ({ children }: { children: string | string[] }) => (
  <p className="text-sm text-muted-foreground">{children}</p>
);
