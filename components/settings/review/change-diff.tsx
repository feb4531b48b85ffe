import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { Field } from "@/lib/shared/settings/field";
import { namedItems } from "@/lib/shared/settings/kinds/items";
import {
  changeInWords,
  listChanges,
  movesInWords,
  nameOf,
  summarize,
} from "@/lib/shared/settings/list-changes";
import { type CountedList, isCounted, isLong } from "@/lib/shared/settings/long-lists";
import { Skeleton } from "@/components/ui/loading";
import { listQuery } from "../queries/config";
import { LongListDiff } from "./list-summary";
import { Badge } from "@/components/ui/badge";
import type { SettingChange } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { describeEntry } from "../store/words";
import { type Entry, isSecretEntry, type PlainEntry } from "../store/entry";

const mostNamed = 1000;

export function ChangeDiff({ field, from, to }: { field: Field; from: Entry; to: Entry }) {
  if (
    !isSecretEntry(from) &&
    !isSecretEntry(to) &&
    isCounted(from.value) &&
    Array.isArray(to.value) &&
    to.set
  )
    return <LoadedDiff field={field} from={from.value} to={to} />;
  if (
    !isSecretEntry(from) &&
    !isSecretEntry(to) &&
    Array.isArray(from.value) &&
    Array.isArray(to.value) &&
    to.set
  ) {
    if (isLong(from.value) || isLong(to.value))
      return (
        <LongListDiff
          summary={summarize(from.value, to.value, mostNamed)}
          from={from.value.length}
          to={to.value.length}
        />
      );
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

function LoadedDiff({ field, from, to }: { field: Field; from: CountedList; to: PlainEntry }) {
  const { data, error } = useQuery(listQuery(field.path, from.digest));
  if (error) return <p className="text-sm text-danger-text">{error.message}</p>;
  if (data === undefined) return <Skeleton className="h-24" />;
  return <ChangeDiff field={field} from={{ set: true, value: data }} to={to} />;
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

interface ListChange {
  kind: "added" | "removed" | "changed" | "moved";
  text: string;
}

export function listDiff(before: readonly unknown[], after: readonly unknown[]): ListChange[] {
  const { added, removed, changed, moved } = listChanges(namedItems(before), namedItems(after));
  return [
    ...removed.map((item): ListChange => ({ kind: "removed", text: nameOf(item) })),
    ...changed.map((pair): ListChange => ({ kind: "changed", text: changeInWords(pair) })),
    ...added.map((item): ListChange => ({ kind: "added", text: nameOf(item) })),
    ...movesInWords(moved).map((text): ListChange => ({ kind: "moved", text })),
  ];
}

interface SettingDifferenceProps {
  change: SettingChange;
  /** Whether the change is not made yet, so that what it breaks is stated. */
  isAhead?: boolean | undefined;
}

export function SettingDifference({ change, isAhead = false }: SettingDifferenceProps) {
  const { path, known, secret, before, after, list } = change;
  if (list) {
    const length = (value: unknown) =>
      isCounted(value) ? value.counted : Array.isArray(value) ? value.length : 0;
    return <LongListDiff summary={list} from={length(before)} to={length(after)} />;
  }
  const field = known ? settingOfAny(path) : undefined;
  if (secret) {
    const breaks = isAhead && secret !== "set" && field?.kind === "secret" ? field.replacing : undefined;
    return (
      <>
        <p>
          <Badge tone={secret === "cleared" ? "danger" : "warning"}>Secret {secret}</Badge>
        </p>
        {breaks ? <p className="text-sm text-warning-text">{breaks}</p> : null}
      </>
    );
  }
  if (field) return <ChangeDiff field={field} from={entryOf(field, before)} to={entryOf(field, after)} />;
  return <TextDifference from={shownText(before)} to={shownText(after)} />;
}

export function TextDifference({ from, to }: { from: string; to: string }) {
  return (
    <p className="flex flex-col gap-1 font-mono text-xs">
      <del className="break-all whitespace-pre-wrap text-muted-foreground no-underline">
        <span className="sr-only">From </span>− {from}
      </del>
      <ins className="break-all whitespace-pre-wrap text-warning-text no-underline">
        <span className="sr-only">to </span>+ {to}
      </ins>
    </p>
  );
}

/** Null means that the version does not set the key. */
export function entryOf(field: Field, value: unknown): PlainEntry {
  return value === null ? { set: false, value: field.default } : { set: true, value };
}

/** Formats an unrecognized key's value. Null means that the version does not contain the key. */
export function shownText(value: unknown): string {
  return value === null ? "not set" : JSON.stringify(value);
}
