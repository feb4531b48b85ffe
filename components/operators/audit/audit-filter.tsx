"use client";

import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ExportMenu, FilterBar, FilterMenu, FilterTime, useFilter } from "@/components/ui/filter-bar";
import { actionWords, groupedActions } from "@/lib/shared/audit-actions";
import type { AuditFilter as Filter, AuditOutcome } from "@/lib/shared/contract/audit";
import { auditHref, exportHref, isFiltered } from "./audit-address";

const outcomes: Readonly<Record<AuditOutcome, string>> = {
  done: "Done",
  failed: "Failed or refused",
  begun: "No outcome recorded",
};

const isOutcome = (text: string): text is AuditOutcome => text in outcomes;

export function AuditFilter({ filter: applied, people }: { filter: Filter; people: readonly string[] }) {
  const { filter, apply, isPending } = useFilter<Filter>(applied, auditHref);
  return (
    <FilterBar
      label="Filter entries"
      placeholder="Name, id, setting, address"
      search={filter.search ?? ""}
      onSearch={(search) => apply({ ...filter, search: search || undefined })}
      isPending={isPending}
      onClear={isFiltered(filter) ? () => apply({}) : undefined}
      end={
        <ExportMenu
          items={[
            { words: "CSV", href: exportHref(filter, "csv") },
            { words: "JSON Lines", href: exportHref(filter, "jsonl") },
          ]}
        />
      }
    >
      <FilterMenu
        label="Person"
        value={filter.person ?? ""}
        onChange={(person) => apply({ ...filter, person: person || undefined })}
      >
        <option value="">Anyone</option>
        {filter.person === undefined || people.includes(filter.person) ? null : (
          <option>{filter.person}</option>
        )}
        {people.map((person) => (
          <option key={person}>{person}</option>
        ))}
      </FilterMenu>
      <FilterMenu
        label="Action"
        value={filter.outcome ?? filter.action ?? ""}
        onChange={(chosen) =>
          apply(
            isOutcome(chosen)
              ? { ...filter, action: undefined, outcome: chosen }
              : { ...filter, action: chosen || undefined, outcome: undefined },
          )
        }
      >
        <option value="">Any action</option>
        <optgroup label="Outcome">
          {Object.entries(outcomes).map(([outcome, words]) => (
            <option key={outcome} value={outcome}>
              {words}
            </option>
          ))}
        </optgroup>
        {groupedActions.map(({ id, title, actions }) => (
          <optgroup key={id} label={title}>
            <option value={id}>{title}: all</option>
            {actions.map((action) => (
              <option key={action} value={action}>
                {actionWords(action)}
              </option>
            ))}
          </optgroup>
        ))}
      </FilterMenu>
      <FilterTime period={filter} onChange={(period) => apply({ ...filter, ...period })} />
      {filter.object === undefined ? null : (
        <Button onClick={() => apply({ ...filter, object: undefined })}>
          About {filter.object}
          <X aria-label="Remove this filter" />
        </Button>
      )}
    </FilterBar>
  );
}
