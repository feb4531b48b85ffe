"use client";

import type { ReactNode } from "react";
import { FilterBar, FilterMenu, FilterTime, useFilter } from "@/components/ui/filter-bar";
import { useFileSummary } from "@/components/settings/store/config-form";
import { unrecognizedKeys } from "@/lib/shared/contract/values";
import type { RevisionFilter } from "@/lib/shared/contract/history";
import { editionOf } from "@/lib/shared/settings/editions";
import { historyHref, isFiltered } from "./addresses";

interface HistoryFilterProps {
  filter: RevisionFilter;
  authors: readonly string[];
  /** What is at the end of the bar. */
  end: ReactNode;
}

export function HistoryFilter({ filter: applied, authors, end }: HistoryFilterProps) {
  const { sections } = editionOf(useFileSummary().naming).registry;
  const { filter, apply, isPending } = useFilter<RevisionFilter>(applied, historyHref);
  return (
    <FilterBar
      label="Filter versions"
      placeholder="Setting, value, note, version"
      search={filter.search ?? ""}
      onSearch={(search) => apply({ ...filter, search: search || undefined })}
      isPending={isPending}
      onClear={isFiltered(filter) ? () => apply({}) : undefined}
      end={end}
    >
      <FilterMenu
        label="Person"
        value={filter.author ?? ""}
        onChange={(author) => apply({ ...filter, author: author || undefined })}
      >
        <option value="">Anyone</option>
        {authors.map((author) => (
          <option key={author}>{author}</option>
        ))}
      </FilterMenu>
      <FilterMenu
        label="Section"
        value={filter.section ?? ""}
        onChange={(section) => apply({ ...filter, section: section || undefined })}
      >
        <option value="">Any section</option>
        {sections.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
        <option value={unrecognizedKeys}>Unrecognized keys</option>
      </FilterMenu>
      <FilterTime period={filter} onChange={(period) => apply({ ...filter, ...period })} />
    </FilterBar>
  );
}
