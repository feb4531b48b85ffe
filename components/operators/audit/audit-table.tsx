"use client";

import { ChevronRight, ScrollText } from "lucide-react";
import { useState } from "react";
import { AuthorMark, AuthorName } from "@/components/shell/author-name";
import { Badge } from "@/components/ui/badge";
import { Button, buttonVariants } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { byDay, type Clock, timeWords, useClock } from "@/components/ui/days";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Table, TableBody, TableCell, TableRow } from "@/components/ui/table";
import { exactTime } from "@/components/ui/times";
import { actionWords } from "@/lib/shared/audit-actions";
import { browserName } from "@/lib/shared/browser-name";
import type { AuditRecord } from "@/lib/shared/contract/audit";
import { AuditDetails } from "./audit-details";
import { isRefusal, type Known, settingsIn, subjectOf } from "./audit-words";

interface AuditTableProps {
  entries: readonly AuditRecord[];
  known: Known;
  isFiltered: boolean;
}

export function AuditTable({ entries, known, isFiltered }: AuditTableProps) {
  const clock = useClock();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  if (entries.length === 0) return <NoEntries isFiltered={isFiltered} />;
  const toggle = (id: number) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  return (
    <Table
      label="Audit"
      className="table-fixed"
      head={[
        { name: clock.zone === "UTC" ? "When (UTC)" : "When", className: "w-36" },
        { name: "Who", className: "w-44" },
        "What",
        { name: "From", className: "w-64 max-lg:hidden" },
        { name: "Details", isHidden: true, className: "w-12" },
      ]}
    >
      {byDay(entries, clock).map(({ day, title, entries: rows }) => (
        <TableBody key={day}>
          <tr className="border-b bg-muted/50 max-sm:block">
            <th
              scope="rowgroup"
              // A fifth column would take space where there is no column "From".
              colSpan={4}
              className="h-8 px-4 text-left text-xs font-semibold max-sm:block max-sm:py-1.5"
            >
              {title}
            </th>
            <td role="cell" className="max-lg:hidden" />
          </tr>
          {rows.map((row) => (
            <Entry
              key={row.id}
              row={row}
              known={known}
              clock={clock}
              isOpen={open.has(row.id)}
              onToggle={() => toggle(row.id)}
            />
          ))}
        </TableBody>
      ))}
    </Table>
  );
}

interface EntryProps {
  row: AuditRecord;
  known: Known;
  clock: Clock;
  isOpen: boolean;
  onToggle: () => void;
}

const oneLine = "sm:h-10 sm:py-0 sm:truncate";

function Entry({ row, known, clock, isOpen, onToggle }: EntryProps) {
  const words = actionWords(row.action);
  const more = [subjectOf(row, known.names), settingsIn(row), versionIn(row, known)].filter(Boolean);
  return (
    <>
      <TableRow className="relative max-sm:pr-12">
        <TableCell className={cn(oneLine, "text-sm text-muted-foreground")}>
          <time dateTime={new Date(row.at).toISOString()} title={exactTime(row.at, clock.zone)}>
            {timeWords(row.at, clock)}
          </time>
        </TableCell>
        <TableCell className={oneLine}>
          <span className="flex min-w-0 items-center gap-2 whitespace-nowrap">
            <AuthorMark author={row.actor} kind={row.actorKind} />
            <span className="min-w-0 truncate" title={row.actor}>
              <AuthorName author={row.actor} kind={row.actorKind} />
            </span>
          </span>
        </TableCell>
        <TableCell className={oneLine} title={[words, ...more].join(" · ")}>
          {words}
          {more.length > 0 ? <span className="text-muted-foreground"> {more.join(" · ")}</span> : null}
          <Outcome row={row} />
        </TableCell>
        <TableCell className={cn(oneLine, "text-sm text-muted-foreground lg:table-cell sm:max-lg:hidden")}>
          <From {...row} />
        </TableCell>
        <TableCell className="px-2 max-sm:absolute max-sm:top-1 max-sm:right-1 sm:h-10 sm:py-0">
          <Button
            variant="quiet"
            size="icon-sm"
            aria-expanded={isOpen}
            aria-label={`Details of entry ${row.id}`}
            onClick={onToggle}
          >
            <ChevronRight aria-hidden="true" className={cn("transition-transform", isOpen && "rotate-90")} />
          </Button>
        </TableCell>
      </TableRow>
      {isOpen ? (
        <TableRow className="bg-muted/40">
          <td role="cell" colSpan={2} className="max-sm:hidden" />
          <td role="cell" colSpan={2} className="px-4 py-3 max-sm:block">
            <AuditDetails row={row} known={known} />
          </td>
          <td role="cell" className="max-lg:hidden" />
        </TableRow>
      ) : null}
    </>
  );
}

const versionIn = ({ id }: AuditRecord, { versions }: Known): string =>
  versions.has(id) ? `version ${versions.get(id)}` : "";

function Outcome({ row }: { row: AuditRecord }) {
  if (row.outcome === "failed" && !isRefusal(row))
    return (
      <Badge tone="danger" className="ml-2">
        Failed
      </Badge>
    );
  if (row.outcome === "begun")
    return (
      <Badge
        tone="warning"
        className="ml-2"
        title="The panel recorded the start of this action, but no outcome. The action may still be running, the panel may have stopped, or your instance did not respond."
      >
        No outcome recorded
      </Badge>
    );
  return null;
}

function From({ address, browser, detail }: AuditRecord) {
  if (address === null) return "–";
  return (
    <span title={browser ?? undefined}>
      <span className="font-mono text-xs">{address}</span>
      {browser ? ` · ${browserName(browser)}` : ""}
      {typeof detail?.apiToken === "string" ? ` · API token ${detail.apiToken}` : ""}
    </span>
  );
}

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      icon={<ScrollText />}
      title="No matching entries"
      text="No entry matches these filters. Choose others, or clear them."
      action={
        <Link href="/audit" className={buttonVariants()}>
          Clear filters
        </Link>
      }
    />
  ) : (
    <EmptyState
      icon={<ScrollText />}
      title="No entries yet"
      text="This page lists sign-ins, saved settings, and changes to bots, operators and guilds."
    />
  );
}
