"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { navIcons } from "./nav-icons";
import { isWithin, type NavItem } from "./navigation";
import { CountBadges, type SectionCount } from "./section-counts";

export interface NavLinkProps {
  item: NavItem;
  count?: SectionCount;
  /** It belongs to a heading with a fold icon: its text is aligned with the heading's. */
  indented?: boolean;
  /** Current on its exact page only, because the pages below it have their own entries. */
  exact?: boolean;
  onNavigate?: () => void;
}

/** One entry of the rail. The current one scrolls into view when the rail is longer than the screen. */
export function NavLink({ item, count, indented, exact, onNavigate }: NavLinkProps) {
  const pathname = usePathname();
  const current = exact ? pathname === item.href : isWithin(item, pathname);
  const link = useRef<HTMLAnchorElement>(null);
  const [isNear, setNear] = useState(false);
  const Icon = item.icon ? navIcons[item.icon] : null;

  useEffect(() => {
    if (current && link.current) keepInView(link.current);
  }, [current]);

  return (
    <Link
      ref={link}
      href={item.href}
      // Prefetch on hover loads the page in time for the click; prefetching the whole rail would be too much.
      prefetch={isNear || null}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
      aria-current={pathname === item.href ? "page" : current ? "true" : undefined}
      onClick={onNavigate}
      className={cn(
        "relative flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-base transition-colors max-lg:min-h-11",
        "focus-visible:-outline-offset-2",
        indented && "pl-8",
        current
          ? "bg-accent-soft font-medium text-accent-text before:absolute before:inset-y-1.5 before:-left-3 before:w-0.5 before:rounded-full before:bg-accent"
          : "text-muted-foreground hover:bg-muted hover:text-foreground",
      )}
    >
      {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0" /> : null}
      <span className="min-w-0 truncate">{item.title}</span>
      <CountBadges count={count} />
    </Link>
  );
}

/** Pixels: the brand stays at the top of the rail while its entries scroll below it. */
const BRAND_HEIGHT = 56;
const MARGIN = 16;

/** Scrolls only the rail: `scrollIntoView` would also move the page, because of the page's scroll padding. */
function keepInView(link: HTMLElement) {
  const rail = link.closest("[data-slot=nav-rail], [data-slot=sheet-body]");
  if (!rail) return;
  const outer = rail.getBoundingClientRect();
  const inner = link.getBoundingClientRect();
  const above = outer.top + BRAND_HEIGHT + MARGIN - inner.top;
  const below = inner.bottom + MARGIN - outer.bottom;
  if (above > 0) rail.scrollTop -= above;
  else if (below > 0) rail.scrollTop += below;
}
