"use client";

import { Lock } from "lucide-react";
import { usePathname } from "next/navigation";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { VisuallyHidden } from "@/components/ui/text";
import type { Mark } from "./marks";
import type { NavItem } from "./navigation";

interface NavLinkProps {
  item: NavItem;
  current: boolean;
  mark?: Mark;
  indented?: boolean;
  onNavigate?: () => void;
}

export function NavLink({ item, current, mark, indented, onNavigate }: NavLinkProps) {
  const pathname = usePathname();
  const { title, href, icon: Icon, isLocked } = item;
  return (
    <Link
      href={href}
      // Also prefetches the page's data, before the operator clicks.
      prefetch
      aria-current={pathname === href ? "page" : current ? "true" : undefined}
      onClick={onNavigate}
      className={cn(
        "flex min-h-8 items-center gap-2.5 rounded-md px-2 py-1 text-base transition-colors max-lg:min-h-11",
        "focus-visible:-outline-offset-2",
        Icon && "min-h-9 font-medium",
        indented && "pl-8.5",
        current
          ? "bg-accent-soft font-medium text-accent-text"
          : "text-muted-foreground hover:bg-muted hover:text-foreground",
      )}
    >
      {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0" /> : null}
      <span className="min-w-0 truncate">{title}</span>
      {isLocked ? (
        <>
          <Lock aria-hidden="true" className="size-3.5 shrink-0" />
          <VisuallyHidden>(view only)</VisuallyHidden>
        </>
      ) : null}
      <MarkBadges mark={mark} />
    </Link>
  );
}

interface NavLinksProps extends Pick<NavLinkProps, "indented" | "onNavigate"> {
  items: readonly NavItem[];
  isCurrent: (item: NavItem) => boolean;
  markOf: (item: NavItem) => Mark | undefined;
}

export function NavLinks({ items, isCurrent, markOf, ...props }: NavLinksProps) {
  return items.map((item) => (
    <li key={item.id}>
      <NavLink item={item} current={isCurrent(item)} mark={markOf(item)} {...props} />
    </li>
  ));
}

/** Badges next to a page's name: unsaved changes, changes to apply, and the number of problems. */
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
        <Badge tone="accent" size="sm" className="tabular-nums" title={`${pending} to apply`}>
          <VisuallyHidden>, </VisuallyHidden>
          {pending}
          <VisuallyHidden> to apply</VisuallyHidden>
        </Badge>
      ) : null}
      {unsaved > 0 ? (
        <span title={`${unsaved} unsaved`} className="size-2 rounded-full bg-warning">
          <VisuallyHidden>, {unsaved} unsaved</VisuallyHidden>
        </span>
      ) : null}
    </span>
  );
}
