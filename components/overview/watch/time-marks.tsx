"use client";

import { authorWords } from "@/lib/shared/author";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { revisionsQuery } from "@/components/file/queries/history";
import { labelsOf } from "@/components/settings/store/words";
import { dateAndTime } from "@/components/ui/times";
import { PlotMark } from "@/components/ui/plot-mark";
import type { Revision } from "@/lib/shared/contract/history";
import { runningQuery } from "@/components/settings/queries/running";
import type { ServerChange } from "@/lib/shared/contract/running";
import type { VersionMark } from "@/lib/shared/contract/watch";

const hour = 3_600_000;
const least = 26;
/** Maximum number of events in a mark's text. Further events are only counted. */
const mostNamed = 4;

/** A saved or applied version, or an upgrade of the server. */
interface Happening {
  at: number;
  version: number | null;
  isApply: boolean;
  /** For example, "ada: Bio length". */
  words: string;
  note: string | null;
}

export interface TimeMarksProps {
  /** The visible time range of the plot, in milliseconds since 1970. */
  from: number;
  to: number;
  applied: readonly VersionMark[];
  /** Distances in pixels from the edges of the box to the plot's area. */
  inset: { left: number; right: number; bottom: number };
}

/**
 * Marks for saved and applied versions, and for upgrades of the server, above a plot. A mark links to its version. A combined mark links to the history
 * from its first to its last version. The element covers the plot, so only its marks receive pointer events.
 */
export default function TimeMarks({ from, to, applied, inset }: TimeMarksProps) {
  const { data } = useQuery(
    revisionsQuery({ since: new Date(from - (from % hour)).toISOString() }, undefined, 100),
  );
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const { data: running } = useQuery(runningQuery());
  const happened = [
    ...(data?.revisions ?? []).map(saveOf),
    ...applied.map(applyOf),
    ...(running?.upgrades ?? []).map(upgradeOf),
  ];
  const shown = happened.filter(({ at }) => at >= from && at <= to);
  return (
    <div ref={box} style={inset} className="pointer-events-none absolute top-2">
      <ul aria-label="Times of saves, applies and upgrades">
        {width === 0
          ? null
          : grouped(shown, (least / width) * (to - from)).map((group) => (
              <li key={group[0].at}>
                <Mark group={group} at={(middleOf(group) - from) / Math.max(1, to - from)} />
              </li>
            ))}
      </ul>
    </div>
  );
}

function saveOf({ id, at, author, authorKind, note, changes }: Revision): Happening {
  const paths = changes?.map(({ path }) => path) ?? [];
  const changeWords = paths.length > 0 ? labelsOf(paths, 2) : "Text";
  return {
    at: Date.parse(at),
    version: id,
    isApply: false,
    words: `${authorWords({ kind: authorKind, name: author })}: ${changeWords}`,
    note,
  };
}

const applyOf = ({ at, number }: VersionMark): Happening => ({
  at,
  version: number,
  isApply: true,
  words: `Version ${number} applied`,
  note: null,
});

const upgradeOf = ({ at, how, to: { rev } }: ServerChange): Happening => ({
  at: Date.parse(at),
  version: null,
  isApply: true,
  words: `Server ${how}${rev === null ? "" : ` to ${rev.slice(0, 8)}`}`,
  note: null,
});

type Group = [Happening, ...Happening[]];

export function grouped(happened: readonly Happening[], within: number): Group[] {
  const groups: Group[] = [];
  for (const one of happened.toSorted((a, b) => a.at - b.at)) {
    const last = groups.at(-1);
    if (last && one.at - last[0].at < within) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

const middleOf = (group: Group): number => (group[0].at + (group.at(-1) ?? group[0]).at) / 2;

function hrefOf(group: Group): string {
  const versions = new Set(group.map(({ version }) => version));
  if (versions.size === 1)
    return group[0].version === null ? "/instance#server" : `/settings/history/${group[0].version}`;
  const since = new Date(group[0].at).toISOString();
  const until = new Date((group.at(-1) ?? group[0]).at + 1).toISOString();
  return `/settings/history?${new URLSearchParams({ since, until })}`;
}

function Mark({ group, at }: { group: Group; at: number }) {
  const named = group.slice(0, mostNamed);
  const more = group.length - named.length;
  const lines = [...named.map(({ words }) => words), ...(more > 0 ? [`${more} more`] : [])];
  return (
    <PlotMark
      at={at}
      href={hrefOf(group)}
      label={`${dateAndTime(group[0].at)}, ${lines.join("; ")}`}
      tone={group.some(({ isApply }) => isApply) ? "warning" : "accent"}
      count={group.length}
    >
      <span className="text-muted-foreground">{dateAndTime(group[0].at)}</span>
      {named.map(({ words, note, version, isApply }) => (
        <span key={`${version} ${isApply}`} className="wrap-anywhere">
          <span className="font-medium">{words}</span>
          {note ? ` “${note}”` : ""}
        </span>
      ))}
      {more > 0 ? <span className="text-muted-foreground">{more} more</span> : null}
    </PlotMark>
  );
}
