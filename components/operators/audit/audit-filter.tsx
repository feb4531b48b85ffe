"use client";

import { X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useId, useOptimistic, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { FilterChoice, FilterDate } from "@/components/ui/filter";
import { Input, Label } from "@/components/ui/input";
import { Spinner } from "@/components/ui/loading";
import { actionWords, groupedActions } from "@/lib/shared/audit-actions";
import type { AuditFilter as Filter, AuditOutcome } from "@/lib/shared/contract/audit";
import { auditHref, isFiltered } from "./audit-address";

interface AuditFilterProps {
  filter: Filter;
  people: readonly string[];
}

const outcomes: Readonly<Record<AuditOutcome, string>> = {
  done: "Done",
  failed: "Failed or refused",
  begun: "No outcome recorded",
};

const isOutcome = (text: string): text is AuditOutcome => text in outcomes;

/** Filters the audit log. Each choice applies at once, and the search text applies on Enter. */
export function AuditFilter({ filter: applied, people }: AuditFilterProps) {
  const router = useRouter();
  const searchId = useId();
  const [isPending, startTransition] = useTransition();
  // Shows the selected filter at once, while the matching entries are still loading.
  const [filter, choose] = useOptimistic(applied);
  const apply = (next: Filter) =>
    startTransition(() => {
      choose(next);
      router.replace(auditHref(next), { scroll: false });
    });
  return (
    <form
      role="search"
      aria-label="Filter entries"
      className="mb-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-7"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get("search");
        apply({
          ...filter,
          search: typeof typed === "string" && typed.trim() !== "" ? typed.trim() : undefined,
        });
      }}
    >
      <div className="col-span-2 flex flex-col gap-1.5">
        <Label htmlFor={searchId}>Search</Label>
        <Input
          key={applied.search ?? ""}
          id={searchId}
          type="search"
          name="search"
          maxLength={200}
          placeholder="Name, id, setting, address"
          defaultValue={applied.search ?? ""}
        />
      </div>
      <FilterChoice
        label="Person"
        value={filter.person ?? ""}
        onChange={(person) => apply({ ...filter, person: person || undefined })}
      >
        <option value="">Everybody</option>
        {filter.person === undefined || people.includes(filter.person) ? null : (
          <option>{filter.person}</option>
        )}
        {people.map((person) => (
          <option key={person}>{person}</option>
        ))}
      </FilterChoice>
      <FilterChoice
        label="Action"
        value={filter.action ?? ""}
        onChange={(action) => apply({ ...filter, action: action || undefined })}
      >
        <option value="">All actions</option>
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
      </FilterChoice>
      <FilterChoice
        label="Outcome"
        value={filter.outcome ?? ""}
        onChange={(outcome) => apply({ ...filter, outcome: isOutcome(outcome) ? outcome : undefined })}
      >
        <option value="">Any outcome</option>
        {Object.entries(outcomes).map(([outcome, words]) => (
          <option key={outcome} value={outcome}>
            {words}
          </option>
        ))}
      </FilterChoice>
      <FilterDate label="From" at={filter.since} onChange={(since) => apply({ ...filter, since })} />
      <FilterDate label="To" isEnd at={filter.until} onChange={(until) => apply({ ...filter, until })} />
      <div className="col-span-2 flex flex-wrap items-center gap-3 empty:hidden lg:col-span-7">
        {filter.object === undefined ? null : (
          <Button size="sm" onClick={() => apply({ ...filter, object: undefined })}>
            About {filter.object}
            <X aria-label="Remove this filter" />
          </Button>
        )}
        {isFiltered(filter) ? (
          <Button size="sm" variant="ghost" onClick={() => apply({})}>
            Clear filters
          </Button>
        ) : null}
        <span role="status" className="text-sm text-muted-foreground">
          {isPending ? (
            <span className="flex items-center gap-2">
              <Spinner />
              Loading entries
            </span>
          ) : null}
        </span>
      </div>
    </form>
  );
}
