"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "@/components/ui/link";
import { countOf } from "@/components/settings/store/words";
import { useConfigDocument } from "@/components/settings/store/config-form";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Changes } from "@/components/settings/rows/upgrade-changes";
import { appliesQuery, runningQuery } from "@/components/settings/queries/running";
import type { FileState } from "@/lib/shared/contract/config-snapshot";
import type { Revision, RevisionFilter, RevisionPage } from "@/lib/shared/contract/history";
import { markOutsideSeen, useChangedOutside } from "../outside/outside-change";
import { revisionsQuery } from "../queries/history";
import type { ServerChange } from "@/lib/shared/contract/running";
import { byDay, type Clock, timeWords, useClock } from "@/components/ui/days";
import { exactTime } from "@/components/ui/times";
import { comparisonHref, historyHref, isFiltered } from "./addresses";
import { ExportVersions } from "./export-versions";
import { HistoryFilter } from "./history-filter";
import { RevisionRow } from "./revision-row";

interface RevisionListProps {
  initial: RevisionPage;
  filter: RevisionFilter;
  /** Lists versions older than the version with this id. If undefined, lists the newest versions. */
  before?: number;
}

export function RevisionList({ initial, filter, before }: RevisionListProps) {
  const { data } = useQuery({ ...revisionsQuery(filter, before), initialData: initial });
  const { etag, file } = useConfigDocument();
  const clock = useClock();
  const { data: past } = useQuery(appliesQuery());
  const { data: running } = useQuery(runningQuery());
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const isUnseen = useChangedOutside();
  // This list includes the changes made outside the panel. Showing the list marks these changes as seen.
  useEffect(() => {
    if (isUnseen) markOutsideSeen();
  }, [isUnseen]);

  const { revisions, total, searched, next, authors } = data;
  const hasFilter = isFiltered(filter);
  const isFirst = before === undefined && !hasFilter;
  const present = isFirst && revisions[0]?.etag === etag ? revisions[0].id : undefined;
  const choose = (id: number, isChosen: boolean) => {
    const others = chosen.filter((one) => one !== id);
    // At most two versions can be selected, so a third one replaces the first.
    setChosen(isChosen ? [...others, id].slice(-2) : others);
  };
  if (revisions.length === 0 && isFirst) return <NoVersions state={file.state} />;
  return (
    <div className="flex flex-col gap-4">
      <HistoryFilter
        filter={filter}
        authors={authors}
        end={
          chosen.length > 0 ? (
            <CompareBar chosen={chosen} onClear={() => setChosen([])} />
          ) : (
            <>
              <p className="text-sm text-muted-foreground">
                {(filter.section ?? filter.search) === undefined || next === null
                  ? `${countOf(total, "version")} stored`
                  : `Searched ${searched.toLocaleString("en")} of ${countOf(total, "version")}`}
              </p>
              <ExportVersions filter={filter} />
            </>
          )
        }
      />
      {revisions.length === 0 ? <NoneFound next={next} searched={searched} filter={filter} /> : null}
      {byDay(withUpgrades(revisions, running?.upgrades ?? [], isFirst), clock).map(
        ({ day, title, entries }) => (
          <section key={day} aria-label={title} className="flex flex-col gap-2">
            <h2 className="text-sm font-semibold text-muted-foreground">{title}</h2>
            <Card className="overflow-clip">
              <ol className="divide-y">
                {entries.map((revision) =>
                  "to" in revision ? (
                    <ServerRow key={revision.at} change={revision} clock={clock} />
                  ) : (
                    <RevisionRow
                      key={revision.id}
                      revision={revision}
                      clock={clock}
                      isPresent={revision.id === present}
                      apply={past?.applies.find(
                        ({ version, endedAt }) => version === revision.id && endedAt !== null,
                      )}
                      isChosen={chosen.includes(revision.id)}
                      onChoose={(isChosen) => choose(revision.id, isChosen)}
                    />
                  ),
                )}
              </ol>
            </Card>
          </section>
        ),
      )}
      <nav aria-label="Pages" className="flex justify-end gap-2">
        {before === undefined ? null : (
          <Link href={historyHref(filter)} className={buttonVariants({ size: "sm" })}>
            Newest
          </Link>
        )}
        {next === null || revisions.length === 0 ? null : (
          <Link href={historyHref(filter, next)} className={buttonVariants({ size: "sm" })}>
            Older
          </Link>
        )}
      </nav>
    </div>
  );
}

/**
 * Adds the upgrades of the server to a page of versions. @param isFirst whether the page shows the newest versions without
 * a filter
 */
function withUpgrades(
  revisions: readonly Revision[],
  upgrades: readonly ServerChange[],
  isFirst: boolean,
): (Revision | ServerChange)[] {
  const oldest = revisions.at(-1)?.at ?? "";
  const shown = isFirst ? upgrades.filter(({ at }) => at >= oldest) : [];
  return [...revisions, ...shown].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** An upgrade of the server in the list of versions, with what it changed. */
function ServerRow({ change: { at, how, to, report }, clock }: { change: ServerChange; clock: Clock }) {
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-2 sm:px-6 md:grid-cols-[7.5rem_minmax(0,1fr)]">
      <time
        dateTime={at}
        title={exactTime(Date.parse(at), clock.zone)}
        className="text-sm text-muted-foreground"
      >
        {timeWords(Date.parse(at), clock)}
      </time>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="font-medium">Server {how}</span>
        {to.rev === null ? null : (
          <Link href="/instance#server" className="text-accent-text hover:underline">
            to <code>{to.rev.slice(0, 8)}</code>
          </Link>
        )}
        {report === null ? null : (
          <div className="basis-full text-sm text-muted-foreground">
            <Changes report={report} />
          </div>
        )}
      </div>
    </li>
  );
}

function CompareBar({ chosen, onClear }: { chosen: readonly number[]; onClear: () => void }) {
  const [one, other] = chosen;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2 text-sm max-sm:min-h-11">
      <span role="status" className="text-muted-foreground">
        {other === undefined ? `Version ${one} selected. Select another one.` : ""}
      </span>
      {one !== undefined && other !== undefined ? (
        <Link
          href={comparisonHref(one, other)}
          className={buttonVariants({ variant: "primary", size: "sm" })}
        >
          Compare versions {Math.min(one, other)} and {Math.max(one, other)}
        </Link>
      ) : null}
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

const withoutVersions: Record<FileState, { title: string; text: string; action?: string }> = {
  usable: {
    title: "No versions yet",
    text: "The panel stores every saved version of the configuration file, and every change made outside the panel. You can restore any version.",
  },
  broken: {
    title: "No version to restore",
    text: "The panel stores only valid versions, and has never read a valid one of this file. Correct the text, or replace the file with a copy from elsewhere. The panel reads the new file at once.",
    action: "Fix the file",
  },
  unreadable: {
    title: "No version to restore",
    text: "The panel has never been able to read this file. Give the panel’s user permission to read it.",
  },
  missing: {
    title: "No version to restore",
    text: "The panel has never read a file at this path. Put a copy from elsewhere there, or create an empty file.",
    action: "Create a file",
  },
};

function NoVersions({ state }: { state: FileState }) {
  const { title, text, action } = withoutVersions[state];
  return (
    <EmptyState
      icon={<History />}
      title={title}
      text={text}
      action={
        action === undefined ? null : (
          <Link href="/settings/raw" className={buttonVariants({ variant: "primary" })}>
            {action}
          </Link>
        )
      }
    />
  );
}

interface NoneFoundProps {
  next: number | null;
  searched: number;
  filter: RevisionFilter;
}

function NoneFound({ next, searched, filter }: NoneFoundProps) {
  return next === null ? (
    <EmptyState
      icon={<History />}
      title="No matching versions"
      text="No stored version matches these filters. Change or clear the filters."
      action={
        <Link href={historyHref({})} className={buttonVariants()}>
          Clear filters
        </Link>
      }
    />
  ) : (
    <EmptyState
      icon={<History />}
      title={`None among ${countOf(searched, "version")}`}
      text="Older versions have not been searched yet."
      action={
        <Link href={historyHref(filter, next)} className={buttonVariants({ variant: "primary" })}>
          Search older versions
        </Link>
      }
    />
  );
}
