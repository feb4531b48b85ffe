"use client";

import { ChevronRight } from "lucide-react";
import { usePathname } from "next/navigation";
import { useId } from "react";
import { cn } from "@/components/ui/cn";
import { MarkBadges } from "./mark-badges";
import { type Marks, sumMarks } from "./marks";
import { NavLink } from "./nav-link";
import { isWithin, type NavGroup as Group } from "./navigation";

export interface NavGroupProps {
  group: Group;
  marks: Marks;
  folded: boolean;
  onFold: (folded: boolean) => void;
  onNavigate?: () => void;
}

/** A group of sections. The heading shows the marks of its sections while the group is folded. */
export function NavGroup({ group, marks, folded, onFold, onNavigate }: NavGroupProps) {
  const pathname = usePathname();
  const listId = useId();
  const ids = group.items.map((item) => item.id);

  return (
    <li>
      <button
        type="button"
        aria-expanded={!folded}
        aria-controls={listId}
        onClick={() => onFold(!folded)}
        className={cn(
          "flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 text-left text-base transition-colors hover:bg-muted hover:text-foreground focus-visible:-outline-offset-2 max-lg:min-h-11",
          folded ? "text-muted-foreground" : "font-medium",
        )}
      >
        <ChevronRight
          aria-hidden="true"
          className={cn("size-4 shrink-0 text-muted-foreground transition-transform", !folded && "rotate-90")}
        />
        {group.title}
        {folded ? <MarkBadges mark={sumMarks(marks, ids)} /> : null}
      </button>
      <ul id={listId} hidden={folded}>
        {group.items.map((item) => (
          <li key={item.id}>
            <NavLink
              item={item}
              current={isWithin(item, pathname)}
              indented
              mark={marks.places[item.id]}
              onNavigate={onNavigate}
            />
          </li>
        ))}
      </ul>
    </li>
  );
}
