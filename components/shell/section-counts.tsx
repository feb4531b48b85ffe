import { Badge } from "@/components/ui/badge";
import { VisuallyHidden } from "@/components/ui/visually-hidden";

export interface SectionCount {
  /** Settings whose value differs from the default. */
  modified: number;
  problems: number;
  /** How many of the problems are errors. */
  errors: number;
}

/** Section id → its counts. A section that is missing here has none. */
export type SectionCounts = Readonly<Record<string, SectionCount>>;

export function sumCounts(counts: SectionCounts, ids: readonly string[]): SectionCount {
  return ids.reduce<SectionCount>(
    (sum, id) => ({
      modified: sum.modified + (counts[id]?.modified ?? 0),
      problems: sum.problems + (counts[id]?.problems ?? 0),
      errors: sum.errors + (counts[id]?.errors ?? 0),
    }),
    { modified: 0, problems: 0, errors: 0 },
  );
}

/** The numbers after a section's name: how many settings differ from the defaults, and how many problems there are. */
export function CountBadges({ count }: { count: SectionCount | undefined }) {
  if (!count) return null;
  return (
    <span className="ml-auto flex shrink-0 items-center gap-1">
      {count.modified > 0 ? (
        <span className="px-1 text-xs text-muted-foreground tabular-nums">
          <VisuallyHidden>, </VisuallyHidden>
          {count.modified}
          <VisuallyHidden> modified</VisuallyHidden>
        </span>
      ) : null}
      {count.problems > 0 ? (
        <Badge tone={count.errors > 0 ? "danger" : "warning"} size="sm" className="tabular-nums">
          <VisuallyHidden>, </VisuallyHidden>
          {count.problems}
          <VisuallyHidden>{count.problems === 1 ? " problem" : " problems"}</VisuallyHidden>
        </Badge>
      ) : null}
    </span>
  );
}
