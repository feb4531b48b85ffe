"use client";

import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { cn } from "@/components/ui/cn";
import { useFolded } from "./folded-groups";
import { NavLink } from "./nav-link";
import type { NavGroup } from "./navigation";
import { CountBadges, sumCounts, type SectionCounts } from "./section-counts";

export interface NavSettingsGroupProps {
  group: NavGroup;
  counts: SectionCounts;
  onNavigate?: () => void;
}

/** A group of sections. When collapsed, its heading shows the sum of its sections' counts. */
export function NavSettingsGroup({ group, counts, onNavigate }: NavSettingsGroupProps) {
  const [folded, setFolded] = useFolded(group.id);
  const listId = useId();
  const sum = sumCounts(
    counts,
    group.items.map((item) => item.id),
  );

  return (
    <li>
      <button
        type="button"
        aria-expanded={!folded}
        aria-controls={listId}
        onClick={() => setFolded(!folded)}
        className="flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left text-sm font-medium text-foreground transition-colors hover:bg-muted focus-visible:-outline-offset-2 max-lg:min-h-11"
      >
        <ChevronRight
          aria-hidden="true"
          className={cn("size-4 shrink-0 text-muted-foreground transition-transform", !folded && "rotate-90")}
        />
        {group.title}
        {folded ? <CountBadges count={sum} /> : null}
      </button>
      <ul id={listId} hidden={folded}>
        {group.items.map((item) => (
          <li key={item.id}>
            <NavLink item={item} indented count={counts[item.id]} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </li>
  );
}
