import { ArrowRight } from "lucide-react";
import { describeEntry } from "../store/describe";
import { type Entry, isSecretEntry } from "../store/entry";
import { cn } from "@/components/ui/cn";
import type { Field } from "@/lib/shared/settings/field";
import { type ListChange, listDiff } from "./list-diff";

interface ChangeDiffProps {
  field: Field;
  from: Entry;
  to: Entry;
}

/**
 * Shows a setting's old and new value. A list shows its added and removed entries, and a secret only the kind of
 * change.
 */
export function ChangeDiff({ field, from, to }: ChangeDiffProps) {
  if (
    !isSecretEntry(from) &&
    !isSecretEntry(to) &&
    Array.isArray(from.value) &&
    Array.isArray(to.value) &&
    to.set
  ) {
    return <ListDiff from={from.value} to={to.value} />;
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <del className="min-w-0 wrap-anywhere text-muted-foreground no-underline">
        <span className="sr-only">From </span>
        {describeEntry(field, from)}
      </del>
      <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 text-muted-foreground" />
      <ins className="min-w-0 rounded-sm bg-warning-soft px-1.5 wrap-anywhere text-warning-text no-underline">
        <span className="sr-only">to </span>
        {describeEntry(field, to)}
      </ins>
    </p>
  );
}

const marks: Record<ListChange["kind"], { sign: string; word: string; className: string }> = {
  added: { sign: "+", word: "Added", className: "text-success-text" },
  removed: { sign: "−", word: "Removed", className: "text-danger-text" },
  changed: { sign: "~", word: "Changed", className: "text-warning-text" },
  moved: { sign: "↕", word: "", className: "text-muted-foreground" },
};

function ListDiff({ from, to }: { from: readonly unknown[]; to: readonly unknown[] }) {
  return (
    <ul className="flex flex-col gap-0.5 text-sm">
      {listDiff(from, to).map(({ kind, text }) => (
        <li key={`${kind}${text}`} className={cn("flex gap-1.5 wrap-anywhere", marks[kind].className)}>
          <span aria-hidden="true">{marks[kind].sign}</span>
          <span className="min-w-0">
            <span className="sr-only">{marks[kind].word} </span>
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
