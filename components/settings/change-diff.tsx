import { ArrowRight } from "lucide-react";
import { describeEntry } from "@/components/form/describe";
import { type Entry, isSecretEntry, sameValue } from "@/components/form/entry";
import type { Field } from "@/lib/config/field";

interface ChangeDiffProps {
  field: Field;
  from: Entry;
  to: Entry;
}

/** Old and new value of a setting; of a list what comes and what goes; of a secret only what happens to it. */
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

function textOf(item: unknown): string {
  return typeof item === "string" ? item : JSON.stringify(item);
}

function ListDiff({ from, to }: { from: readonly unknown[]; to: readonly unknown[] }) {
  const removed = from.filter((item) => !to.some((other) => sameValue(item, other)));
  const added = to.filter((item) => !from.some((other) => sameValue(item, other)));
  if (removed.length === 0 && added.length === 0) return <p className="text-sm">Order changed</p>;
  return (
    <ul className="flex flex-col gap-0.5 text-sm">
      {removed.map((item) => (
        <li key={textOf(item)} className="wrap-anywhere text-danger-text">
          <span aria-hidden="true">− </span>
          <span className="sr-only">Removed </span>
          {textOf(item)}
        </li>
      ))}
      {added.map((item) => (
        <li key={textOf(item)} className="wrap-anywhere text-success-text">
          <span aria-hidden="true">+ </span>
          <span className="sr-only">Added </span>
          {textOf(item)}
        </li>
      ))}
    </ul>
  );
}
