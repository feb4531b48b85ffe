"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { type Marks, sumMarks } from "./marks";
import { MarkBadges, NavLinks } from "./nav-link";
import { groupOf, isWithin, type NavGroup as Group, type Navigation } from "./navigation";

export interface NavSettingsProps {
  navigation: Navigation;
  marks: Marks;
  /** Called when the Back entry is clicked. */
  onBack?: () => void;
  onNavigate?: () => void;
}

export function NavSettings({ navigation, marks, onBack, onNavigate }: NavSettingsProps) {
  const pathname = usePathname();
  const rail = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { scrollX, scrollY } = window;
    rail.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    // Because of the page's scroll padding (app/globals.css), `scrollIntoView` may also scroll the page. If
    // so, restores the page's scroll position.
    if (window.scrollY !== scrollY) window.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
  }, [pathname]);
  // Only the group of the last visited section is open, so that the rail fits a small screen. Groups that the operator
  // folds or opens by hand stay that way until a section of another group is visited.
  const currentGroup = groupOf(navigation, pathname)?.id;
  const [last, setLast] = useState(currentGroup);
  if (currentGroup !== undefined && currentGroup !== last) setLast(currentGroup);
  const current = currentGroup ?? last;
  const [byHand, setByHand] = useState<{ in?: string; open: Record<string, boolean> }>({ open: {} });
  const open = byHand.in === current ? byHand.open : {};

  return (
    <div ref={rail} className="flex flex-col gap-4">
      {/* Below the head of the rail, which is 61 px high. */}
      <div className="sticky top-[61px] z-10 -mx-1 -mb-2 bg-surface px-1 pb-1">
        <BackEntry onBack={onBack} />
      </div>
      <NavBlock title="Settings">
        {navigation.groups.map((group) => (
          <NavGroup
            key={group.id}
            group={group}
            marks={marks}
            folded={!(open[group.id] ?? group.id === current)}
            onFold={(folded) => setByHand({ in: current, open: { ...open, [group.id]: !folded } })}
            onNavigate={onNavigate}
          />
        ))}
      </NavBlock>
      <NavBlock title="The file">
        <NavLinks
          items={navigation.file}
          isCurrent={(item) =>
            item.href === "/settings" ? pathname === item.href : isWithin(item, pathname)
          }
          markOf={({ id }) => marks.places[id]}
          onNavigate={onNavigate}
        />
      </NavBlock>
    </div>
  );
}

function NavBlock({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div>
      <p id={id} className="px-2 pb-1 text-xs font-medium text-muted-foreground">
        {title}
      </p>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  );
}

const backClasses =
  "flex min-h-9 w-full items-center gap-2.5 rounded-md px-2 text-left font-medium text-muted-foreground transition-colors hover:bg-muted hover:text-foreground focus-visible:-outline-offset-2 max-lg:min-h-11";

function BackEntry({ onBack }: Pick<NavSettingsProps, "onBack">) {
  const icon = <ChevronLeft aria-hidden="true" className="size-4 shrink-0" />;
  if (onBack) {
    return (
      <button type="button" data-back="" onClick={onBack} className={backClasses}>
        {icon}
        Main menu
      </button>
    );
  }
  return (
    <Link href="/" className={backClasses}>
      {icon}
      Overview
    </Link>
  );
}

interface NavGroupProps {
  group: Group;
  marks: Marks;
  folded: boolean;
  onFold: (folded: boolean) => void;
  onNavigate?: () => void;
}

/** A group of sections. The heading shows the marks of its sections while the group is folded. */
function NavGroup({ group, marks, folded, onFold, onNavigate }: NavGroupProps) {
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
        <NavLinks
          items={group.items}
          isCurrent={(item) => isWithin(item, pathname)}
          markOf={({ id }) => marks.places[id]}
          indented
          onNavigate={onNavigate}
        />
      </ul>
    </li>
  );
}
