import { ChangeDiff } from "@/components/settings/review/change-diff";
import { SettingLink } from "@/components/settings/rows/setting-link";
import { Badge } from "@/components/ui/badge";
import type { PendingSetting } from "@/lib/shared/contract/running";
import { settingOfAny } from "@/lib/shared/settings/editions";

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
            <SettingLink
              path={pending.path}
              className="rounded-sm font-medium wrap-anywhere hover:text-accent-text hover:underline"
            >
              {settingOfAny(pending.path)?.label ?? pending.path}
            </SettingLink>
            {pending.state === "unknown" ? <Badge size="sm">Not reported</Badge> : null}
            {pending.needs === "restart" && pending.state !== "environment" ? (
              <Badge size="sm">Needs a restart</Badge>
            ) : null}
          </span>
          <Values pending={pending} />
          {pending.isLoaded ? (
            <p className="text-sm text-muted-foreground">
              The instance has loaded the value, but only uses it after a restart.
            </p>
          ) : null}
          {pending.unlessEnvironment ? (
            <p className="text-sm text-muted-foreground">
              Unless the instance&apos;s environment overrides it.
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Values({ pending: { path, secret, runs, file } }: { pending: PendingSetting }) {
  const field = settingOfAny(path);
  if (secret || !field)
    return <p className="text-sm text-muted-foreground">The values differ. Secrets are not shown.</p>;
  return <ChangeDiff field={field} from={{ set: true, value: runs }} to={{ set: true, value: file }} />;
}
