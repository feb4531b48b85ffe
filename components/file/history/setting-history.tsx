"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { AuthorName } from "@/components/shell/author-name";
import { SettingDifference } from "@/components/settings/review/change-diff";
import { SettingLink } from "@/components/settings/rows/setting-link";
import { countOf } from "@/components/settings/store/words";
import { UndoChange } from "@/components/settings/undo/undo-change";
import { buttonVariants } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableRow } from "@/components/ui/table";
import type { SettingHistory as Found } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { settingHistoryQuery } from "../queries/history";
import { useClock } from "@/components/ui/days";
import { ValuePlot } from "./value-plot";

/** A table of a setting's changes with author, note, old value, new value and undo. Numbers are also plotted. */
export function SettingHistory({ initial }: { initial: Found }) {
  const { data } = useQuery({ ...settingHistoryQuery(initial.path), initialData: initial });
  const { path, entries, searched, total } = data;
  const field = settingOfAny(path);
  const clock = useClock();
  const now = clock.now ?? Date.parse(entries[0]?.at ?? "");
  return (
    <>
      {entries.length === 0 ? (
        <EmptyState
          icon={<History />}
          title="No stored changes"
          text="No stored version of the file changed this setting."
        />
      ) : (
        <div className="flex flex-col gap-4">
          {field ? <ValuePlot field={field} entries={entries} now={now} /> : null}
          <Table
            label={`Changes to ${field?.label ?? path}`}
            head={["Change", "Author and note", "Version", { name: "Undo", isHidden: true }]}
          >
            <TableBody>
              {entries.map(({ id, author, authorKind, note, at, change }) => (
                <TableRow key={id} className="max-sm:relative">
                  <TableCell top className="min-w-0 max-sm:pr-28">
                    <SettingDifference change={change} />
                  </TableCell>
                  <TableCell top className="min-w-48">
                    <span className="text-sm text-muted-foreground">
                      <AuthorName author={author} kind={authorKind} />, <Moment at={at} />
                    </span>
                    {note ? <span className="block text-sm wrap-anywhere">{note}</span> : null}
                  </TableCell>
                  <TableCell top className="max-sm:inline-block">
                    <Link
                      href={`/settings/history/${id}`}
                      className="text-sm whitespace-nowrap text-accent-text underline-offset-4 hover:underline"
                    >
                      Version {id}
                    </Link>
                  </TableCell>
                  <TableCell top className="w-px max-sm:absolute max-sm:top-2 max-sm:right-0 max-sm:w-auto">
                    <UndoChange change={{ version: id, path }} aria-label={`Undo version ${id}`} />
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted-foreground">
          {searched < total ? `The newest ${searched} of ` : ""}
          {countOf(total, "version")} searched
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
