"use client";

import { AuthorMark, AuthorName } from "@/components/shell/author-name";
import { Link } from "@/components/ui/link";
import { Badge } from "@/components/ui/badge";
import { UndoChange } from "@/components/settings/undo/undo-change";
import { Checkbox } from "@/components/ui/checkbox";
import { entryOf } from "@/components/settings/review/change-diff";
import { describeEntry, labelsOf } from "@/components/settings/store/words";
import { exactTime } from "@/components/ui/times";
import type { Revision, SettingChange } from "@/lib/shared/contract/history";
import type { PastApply } from "@/lib/shared/contract/running";
import { sameJson } from "@/lib/shared/json/value";
import { namedItems } from "@/lib/shared/settings/kinds/items";
import type { ListSummary } from "@/lib/shared/settings/list-changes";
import { formatNumber } from "@/lib/shared/settings/kinds/amounts";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { type Clock, timeWords } from "@/components/ui/days";

interface RevisionRowProps {
  revision: Revision;
  clock: Clock;
  isPresent: boolean;
  /** The most recent finished attempt to apply the version. */
  apply: PastApply | undefined;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

const applied: Partial<Record<PastApply["state"], string>> = {
  confirmed: "Applied",
  kept: "Kept unconfirmed",
  "rolled-back": "Rolled back",
  failed: "Apply failed",
};

/** Maximum number of changes in a row. Further changes are only counted. */
const most = 3;

export function RevisionRow(props: RevisionRowProps) {
  const { revision, clock, isPresent, apply, isChosen, onChoose } = props;
  const { id, at, author, authorKind, note, changes } = revision;
  const time = Date.parse(at);
  const shown = changes?.slice(0, most) ?? [];
  const more = (changes?.length ?? 0) + (revision.more ?? 0) - shown.length;
  return (
    <li className="relative grid gap-x-6 gap-y-1 px-4 py-2 hover:bg-muted sm:px-6 md:grid-cols-[7.5rem_minmax(0,1fr)_minmax(8rem,14rem)_auto]">
      <span className="text-sm leading-5 text-muted-foreground">
        <time dateTime={at} title={exactTime(time, clock.zone)} className="whitespace-nowrap">
          {timeWords(time, clock)}
        </time>
      </span>
      <div className="flex min-w-0 flex-col gap-0.5">
        {shown.length === 0 ? (
          <span>{summaryOf(revision)}</span>
        ) : (
          shown.map((change) => <BriefChange key={change.path} change={change} />)
        )}
        {more > 0 ? (
          <span className="text-sm text-muted-foreground">and {more.toLocaleString("en")} more</span>
        ) : null}
      </div>
      <div className="flex min-w-0 flex-col gap-0.5 text-sm">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
          <AuthorMark author={author} kind={authorKind} className="size-5 text-xs" />
          <AuthorName author={author} kind={authorKind} />
          {isPresent ? <Badge tone="success">In the file</Badge> : null}
          {apply ? (
            <Link href={`/running/applies/${apply.id}`} className="z-10 rounded-full">
              <Badge tone={apply.state === "confirmed" ? "accent" : "warning"}>{applied[apply.state]}</Badge>
            </Link>
          ) : null}
        </span>
        {note ? <span className="wrap-anywhere text-muted-foreground">{note}</span> : null}
      </div>
      <div className="flex items-center gap-3 self-start md:min-w-44 md:justify-end">
        <Link
          href={`/settings/history/${id}`}
          aria-label={`Version ${id}: ${summaryOf(revision)}`}
          className="text-sm whitespace-nowrap text-accent-text tabular-nums after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          Version {id}
        </Link>
        {shown.length > 0 && authorKind !== "panel" ? (
          <UndoChange change={{ version: id }} className="relative z-10" aria-label={`Undo version ${id}`} />
        ) : null}
        <Checkbox
          aria-label={`Compare version ${id}`}
          // Raises the checkbox above the link that covers the whole row.
          className="z-10"
          checked={isChosen}
          onCheckedChange={(value) => onChoose(value === true)}
        />
      </div>
    </li>
  );
}

function summaryOf({ changes, more = 0 }: Pick<Revision, "changes" | "more">): string {
  if (changes === null) return "The oldest stored version";
  if (changes.length === 0) return "Only the layout of the text";
  if (more > 0) return `${(changes.length + more).toLocaleString("en")} values`;
  return labelsOf(
    changes.map(({ path }) => path),
    4,
  );
}

function BriefChange({ change }: { change: SettingChange }) {
  const field = settingOfAny(change.path);
  const [from, to] = briefly(change);
  return (
    <span className="flex min-w-0 flex-wrap gap-x-2">
      <span className={field ? "wrap-anywhere" : "font-mono text-xs leading-5 break-all"}>
        {field?.label ?? change.path}
      </span>
      {/* A long value may use half of the line, or more if the other value is short. The rest is cut off. On a phone, it may use two lines. */}
      <span className="grid max-w-full min-w-0 grid-cols-[minmax(0,max-content)_auto_minmax(0,max-content)] gap-x-2 text-muted-foreground">
        {from === null ? null : (
          <>
            <span className="min-w-0 max-sm:line-clamp-2 max-sm:wrap-anywhere sm:truncate">
              <span className="sr-only">from </span>
              {from}
            </span>
            <span aria-hidden="true">→</span>
          </>
        )}
        <span className="min-w-0 text-foreground max-sm:line-clamp-2 max-sm:wrap-anywhere sm:truncate">
          {from === null ? null : <span className="sr-only">to </span>}
          {to}
        </span>
      </span>
    </span>
  );
}

/** For a secret or a list, the first text is null and the second says what has changed. */
function briefly({ path, secret, before, after, list }: SettingChange): [from: string | null, to: string] {
  if (secret) return [null, secret];
  if (list) return [null, countWords(list.counts)];
  if (Array.isArray(before) && Array.isArray(after))
    return [null, listWords(namedItems(before), namedItems(after))];
  const field = settingOfAny(path);
  const words = (value: unknown) => {
    if (field) return describeEntry(field, entryOf(field, value));
    return value === null ? "not set" : JSON.stringify(value);
  };
  return [words(before), words(after)];
}

function listWords(before: readonly unknown[], after: readonly unknown[]): string {
  const missing = (from: readonly unknown[], list: readonly unknown[]) =>
    from.filter((item) => !list.some((other) => sameJson(item, other))).length;
  const counts = { added: missing(after, before), removed: missing(before, after), moved: 0 };
  return counts.added + counts.removed === 0 && before.length === 0 ? "empty list" : countWords(counts);
}

function countWords({ added, removed }: ListSummary["counts"]): string {
  if (added + removed === 0) return "new order";
  return [
    added > 0 ? `${formatNumber(added)} added` : "",
    removed > 0 ? `${formatNumber(removed)} removed` : "",
  ]
    .filter(Boolean)
    .join(", ");
}
