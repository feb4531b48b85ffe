"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useId, useOptimistic, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { control, controlHeight, controlText } from "@/components/ui/control";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Spinner } from "@/components/ui/spinner";
import { unrecognizedKeys } from "@/lib/shared/contract/values";
import type { RevisionFilter } from "@/lib/shared/contract/history";
import { useFileSummary } from "@/components/settings/store/config-file";
import { editionOf } from "@/lib/shared/settings/editions";
import { dayOf } from "./days";
import { historyHref, isFiltered } from "./filter-address";
import { useClock } from "./use-clock";

interface HistoryFilterProps {
  filter: RevisionFilter;
  /** Everybody who made a kept version. */
  authors: readonly string[];
}

const day = 24 * 3_600_000;

/** The local midnight at which a day begins, as ISO 8601; undefined for an empty box, or a year that is half typed. */
function startOf(date: string, daysLater = 0): string | undefined {
  if (date < "2000") return undefined;
  const start = new Date(`${date}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

/** Narrows the history by person, section and date. Each choice applies at once. */
export function HistoryFilter({ filter: applied, authors }: HistoryFilterProps) {
  const router = useRouter();
  const clock = useClock();
  const { sections } = editionOf(useFileSummary().naming).registry;
  const [isPending, startTransition] = useTransition();
  // What was chosen shows at once, while its versions are on their way.
  const [filter, choose] = useOptimistic(applied);
  const apply = (next: RevisionFilter) =>
    startTransition(() => {
      choose(next);
      router.replace(historyHref(next), { scroll: false });
    });
  const dateOf = (at: string | undefined, earlier = 0) =>
    at === undefined ? "" : dayOf(Date.parse(at) - earlier, clock);
  return (
    <form
      role="search"
      aria-label="Filter versions"
      className="grid grid-cols-2 items-end gap-3 xl:flex"
      onSubmit={(event) => event.preventDefault()}
    >
      <Choice
        label="Person"
        value={filter.author ?? ""}
        onChange={(author) => apply({ ...filter, author: author || undefined })}
      >
        <option value="">Everybody</option>
        {authors.map((author) => (
          <option key={author}>{author}</option>
        ))}
      </Choice>
      <Choice
        label="Section"
        value={filter.section ?? ""}
        onChange={(section) => apply({ ...filter, section: section || undefined })}
      >
        <option value="">All sections</option>
        {sections.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
        <option value={unrecognizedKeys}>Unrecognized keys</option>
      </Choice>
      <DateBox
        label="From"
        value={dateOf(filter.since)}
        onChange={(date) => apply({ ...filter, since: startOf(date) })}
      />
      <DateBox
        label="To"
        value={dateOf(filter.until, day / 2)}
        onChange={(date) => apply({ ...filter, until: startOf(date, 1) })}
      />
      <div className="flex items-center gap-3 xl:h-9">
        {isFiltered(filter) ? (
          <Button variant="ghost" onClick={() => apply({})}>
            Clear filters
          </Button>
        ) : null}
        <span role="status" className="text-muted-foreground">
          {isPending ? (
            <span className="flex items-center gap-2">
              <Spinner />
              Loading versions
            </span>
          ) : null}
        </span>
      </div>
    </form>
  );
}

interface BoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function Choice({ label, value, onChange, children }: BoxProps & { children: ReactNode }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5 xl:w-52">
      <Label htmlFor={id}>{label}</Label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={cn(control, controlHeight, controlText)}
      >
        {children}
      </select>
    </div>
  );
}

function DateBox({ label, value, onChange }: BoxProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5 xl:w-44">
      <Label htmlFor={id}>{label}</Label>
      <Input id={id} type="date" value={value} onChange={({ target }) => onChange(target.value)} />
    </div>
  );
}
