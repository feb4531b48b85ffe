import { History } from "lucide-react";
import { Link } from "@/components/ui/link";
import { countOf } from "@/components/settings/store/operations";
import { SettingLink } from "@/components/settings/rows/setting-link";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Moment } from "@/components/ui/moment";
import type { SettingHistory as Found } from "@/lib/shared/contract/history";
import { ChangeList } from "./change-list";

/** The changes of one setting: when, by whom, old and new value. Each links to its version, where it can be restored. */
export function SettingHistory({ history: { path, entries, searched, total } }: { history: Found }) {
  return (
    <>
      {entries.length === 0 ? (
        <EmptyState
          icon={<History />}
          title="No change kept"
          text="No kept version of the file changed this setting."
        />
      ) : (
        <Card className="overflow-clip">
          <ol className="divide-y">
            {entries.map(({ id, author, note, at, change }) => (
              <li key={id} className="px-4 py-3 sm:px-6">
                <p className="flex flex-wrap items-center justify-between gap-x-4">
                  <span className="text-sm text-muted-foreground">
                    {author}, <Moment at={at} />
                  </span>
                  <Link
                    href={`/settings/history/${id}`}
                    className="text-sm text-accent-text underline-offset-4 hover:underline"
                  >
                    Version {id}
                  </Link>
                </p>
                {note ? <p className="text-sm wrap-anywhere">{note}</p> : null}
                <ChangeList changes={[change]} label={`Version ${id}`} />
              </li>
            ))}
          </ol>
        </Card>
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted-foreground">
          {searched < total ? `The newest ${searched} of ` : ""}
          {countOf(total, "version")} looked through
        </p>
        <div className="flex flex-wrap gap-2">
          <Link href="/settings/history" className={buttonVariants({ size: "sm" })}>
            All versions
          </Link>
          <SettingLink path={path} className={buttonVariants({ size: "sm" })}>
            Open setting
          </SettingLink>
        </div>
      </div>
    </>
  );
}
