import { ChangeDiff, entryOf } from "@/components/settings/review/change-diff";
import { SettingLink } from "@/components/settings/rows/setting-link";
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
  /** Whether the instance restarts although a reload would suffice. */
  isRestart?: boolean | undefined;
}

export function PendingList({ settings, label, isRestart = false }: PendingListProps) {
  return (
    <ul aria-label={label} className="divide-y">
      {settings.map((pending) => (
        <li
          key={pending.path}
          className="grid min-w-0 gap-x-4 gap-y-1 px-4 py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] sm:items-baseline sm:px-6"
        >
          {pending.isUnrecognized ? (
            <span className="font-medium wrap-anywhere">{pending.path}</span>
          ) : (
            <SettingName path={pending.path} />
          )}
          <PendingValues pending={pending} />
          <span className="text-sm text-muted-foreground">{whenWords(pending, isRestart)}</span>
        </li>
      ))}
    </ul>
  );
}

function whenWords(pending: PendingSetting, isRestart: boolean): string {
  const { state, needs, isLoaded, unlessEnvironment, isCertain, variable } = pending;
  if (state === "environment") {
    const from = variable === undefined ? "from the environment" : `from ${variable}`;
    return isCertain ? from : `possibly ${from}`;
  }
  if (unlessEnvironment) return "unless the environment sets it";
  const when = isRestart || needs === "restart" ? "at restart" : "at reload";
  if (isLoaded) return needs === "restart" ? "loaded, used at restart" : "not loaded by every part";
  return state === "unknown" ? `${when}, not reported` : when;
}

function PendingValues({ pending }: { pending: PendingSetting }) {
  const { path, secret, runs, file } = pending;
  const field = settingOfAny(path);
  if (pending.isUnrecognized && !secret)
    return <Note>An unrecognized key, so the panel does not know when it takes effect.</Note>;
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
