"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { FilterChoice, FilterDate } from "@/components/ui/filter";
import { Spinner } from "@/components/ui/loading";
import { useFileSummary } from "@/components/settings/store/config-form";
import { unrecognizedKeys } from "@/lib/shared/contract/values";
import type { RevisionFilter } from "@/lib/shared/contract/history";
import { editionOf } from "@/lib/shared/settings/editions";
import { historyHref, isFiltered } from "./addresses";

interface HistoryFilterProps {
  filter: RevisionFilter;
  authors: readonly string[];
}

/** Filters the history by author, section and date. Each choice applies immediately. */
export function HistoryFilter({ filter: applied, authors }: HistoryFilterProps) {
  const router = useRouter();
  const { sections } = editionOf(useFileSummary().naming).registry;
  const [isPending, startTransition] = useTransition();
  // Shows the selected filter at once, while the matching versions are still loading.
  const [filter, choose] = useOptimistic(applied);
  const apply = (next: RevisionFilter) =>
    startTransition(() => {
      choose(next);
      router.replace(historyHref(next), { scroll: false });
    });
  return (
    <form
      role="search"
      aria-label="Filter versions"
      className="grid grid-cols-2 items-end gap-3 xl:flex"
      onSubmit={(event) => event.preventDefault()}
    >
      <FilterChoice
        label="Person"
        className="xl:w-52"
        value={filter.author ?? ""}
        onChange={(author) => apply({ ...filter, author: author || undefined })}
      >
        <option value="">Everybody</option>
        {authors.map((author) => (
          <option key={author}>{author}</option>
        ))}
      </FilterChoice>
      <FilterChoice
        label="Section"
        className="xl:w-52"
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
      </FilterChoice>
      <FilterDate
        label="From"
        className="xl:w-44"
        at={filter.since}
        onChange={(since) => apply({ ...filter, since })}
      />
      <FilterDate
        label="To"
        className="xl:w-44"
        isEnd
        at={filter.until}
        onChange={(until) => apply({ ...filter, until })}
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
