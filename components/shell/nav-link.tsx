"use client";

import { Link } from "@/components/ui/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import type { Mark } from "./marks";
import type { NavIcon, NavItem } from "./navigation";
import {
  Archive,
  Bell,
  Bot,
  CircleUser,
  History,
  LayoutDashboard,
  type LucideIcon,
  RotateCcw,
  ScrollText,
  Server,
  ShieldCheck,
  SlidersHorizontal,
  UsersRound,
} from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { VisuallyHidden } from "@/components/ui/text";

export interface NavLinkProps {
  item: NavItem;
  /** Whether the current page is the entry's page or below it. */
  current: boolean;
  mark?: Mark;
  /** Aligns the entry with the text of a heading that has a fold icon. */
  indented?: boolean;
  onNavigate?: () => void;
}

export function NavLink({ item, current, mark, indented, onNavigate }: NavLinkProps) {
  const pathname = usePathname();
  const Icon = item.icon ? navIcons[item.icon] : null;

  return (
    <Link
      href={item.href}
      // Prefetches the page's data too, before the operator clicks.
      prefetch
      aria-current={pathname === item.href ? "page" : current ? "true" : undefined}
      onClick={onNavigate}
      className={cn(
        "flex min-h-8 items-center gap-2.5 rounded-md px-2 py-1 text-base transition-colors max-lg:min-h-11",
        "focus-visible:-outline-offset-2",
        item.icon && "min-h-9 font-medium",
        indented && "pl-8.5",
        current
          ? "bg-accent-soft font-medium text-accent-text"
          : "text-muted-foreground hover:bg-muted hover:text-foreground",
      )}
    >
      {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0" /> : null}
      <span className="min-w-0 truncate">{item.title}</span>
      <MarkBadges mark={mark} />
    </Link>
  );
}

const navIcons: Record<NavIcon, LucideIcon> = {
  overview: LayoutDashboard,
  settings: SlidersHorizontal,
  bots: Bot,
  guilds: UsersRound,
  instance: Server,
  history: History,
  audit: ScrollText,
  operators: ShieldCheck,
  notifications: Bell,
  backups: Archive,
  account: CircleUser,
};

/** Badges next to a page's name: unsaved changes, settings that wait for a restart, and the number of problems. */
export function MarkBadges({ mark }: { mark: Mark | undefined }) {
  if (!mark || mark.unsaved + mark.problems + mark.pending === 0) return null;
  const { unsaved, problems, errors, pending } = mark;
  return (
    <span className="ml-auto flex shrink-0 items-center gap-2">
      {problems > 0 ? (
        <Badge tone={errors > 0 ? "danger" : "warning"} size="sm" className="tabular-nums">
          <VisuallyHidden>, </VisuallyHidden>
          {problems}
          <VisuallyHidden>{problems === 1 ? " problem" : " problems"}</VisuallyHidden>
        </Badge>
      ) : null}
      {pending > 0 ? (
        <span title={`${pending} restart pending`} className="text-warning-text">
          <RotateCcw aria-hidden="true" className="size-3.5" />
          <VisuallyHidden>, {pending} restart pending</VisuallyHidden>
        </span>
      ) : null}
      {unsaved > 0 ? (
        <span title={`${unsaved} unsaved`} className="size-2 rounded-full bg-warning">
          <VisuallyHidden>, {unsaved} unsaved</VisuallyHidden>
        </span>
      ) : null}
    </span>
  );
}
