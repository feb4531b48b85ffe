import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { formatNumber } from "@/lib/shared/settings/kinds/amounts";
import type { ListSummary } from "@/lib/shared/settings/list-changes";

export function Counts({ counts, after = "" }: { counts: ListSummary["counts"]; after?: string }) {
  const { added, removed, moved } = counts;
  if (added + removed + moved === 0) return null;
  return (
    <span data-slot="list-counts">
      {added > 0 ? (
        <span className="font-medium text-success-text">
          <span className="sr-only">Added </span>+{formatNumber(added)}
        </span>
      ) : null}{" "}
      {removed > 0 ? (
        <span className="font-medium text-danger-text">
          <span className="sr-only">removed </span>−{formatNumber(removed)}
        </span>
      ) : null}{" "}
      {moved > 0 ? (
        <span className="text-muted-foreground">
          {added + removed > 0 ? "· " : ""}
          {formatNumber(moved)} moved
        </span>
      ) : null}
      <span className="text-muted-foreground">{after}</span>
    </span>
  );
}

/** How many entries of a kind are shown before the operator asks for more. */
const first = 5;

export function LongListDiff({ summary, from, to }: { summary: ListSummary; from: number; to: number }) {
  const { added, removed, details = [], counts } = summary;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Counts counts={counts} />
        <span className="text-muted-foreground">
          {formatNumber(from)} → {formatNumber(to)} entries
        </span>
      </p>
      {details.length > 0 ? (
        <ul translate="no" className="max-h-72 overflow-y-auto wrap-anywhere text-muted-foreground">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      ) : null}
      <div className="grid gap-3 empty:hidden sm:grid-cols-2">
        <Names
          title="Added"
          sign="+"
          names={added}
          count={counts.added}
          className="bg-success-soft text-success-text"
        />
        <Names
          title="Removed"
          sign="−"
          names={removed}
          count={counts.removed}
          className="bg-danger-soft text-danger-text"
        />
      </div>
    </div>
  );
}

interface NamesProps {
  title: string;
  sign: string;
  names: readonly string[];
  count: number;
  className: string;
}

function Names({ title, sign, names, count, className }: NamesProps) {
  const [isAll, setAll] = useState(false);
  if (count === 0) return null;
  const shown = isAll ? names : names.slice(0, first);
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted-foreground">
        {title}: {formatNumber(count)}
      </p>
      <ul translate="no" className={cn("max-h-72 overflow-y-auto rounded-sm font-mono text-xs", className)}>
        {shown.map((name) => (
          <li key={name} className="px-2 py-0.5 break-all">
            <span aria-hidden="true">{sign} </span>
            {name}
          </li>
        ))}
      </ul>
      {shown.length < names.length ? (
        <button
          type="button"
          className="min-h-6 rounded-sm px-2 text-xs font-medium text-accent-text hover:underline max-sm:min-h-11"
          onClick={() => setAll(true)}
        >
          Show {formatNumber(names.length - shown.length)} more
        </button>
      ) : null}
      {shown.length === names.length && names.length < count ? (
        <p className="px-2 text-xs text-muted-foreground">and {formatNumber(count - names.length)} more</p>
      ) : null}
    </div>
  );
}
