"use client";

import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { Badge } from "@/components/ui/badge";
import { historyPages, instancePages, operatorPages, userPages } from "./navigation";

interface PageTabsProps {
  label: string;
  /** `count` is a number of things to do on the page. */
  pages: readonly { title: string; href: string; count?: number }[];
}

function PageTabs({ label, pages }: PageTabsProps) {
  const pathname = usePathname();
  return (
    <nav aria-label={label} className="mb-4 overflow-x-auto border-b">
      <ul className="flex gap-4">
        {pages.map(({ title, href, count = 0 }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch
              aria-current={pathname === href ? "page" : undefined}
              className={cn(
                "-mb-px flex h-9 items-center border-b-2 border-transparent px-1 text-base font-medium whitespace-nowrap text-muted-foreground",
                "transition-colors hover:text-foreground focus-visible:-outline-offset-2 max-sm:h-11",
                "aria-[current]:border-accent aria-[current]:text-foreground",
              )}
            >
              {title}
              {count > 0 ? (
                <Badge tone="warning" size="sm" className="ml-1.5 tabular-nums">
                  {count}
                </Badge>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export const UserTabs = () => <PageTabs label="Users" pages={userPages} />;

export const InstanceTabs = ({ toApply }: { toApply: number }) => (
  <PageTabs
    label="Instance"
    pages={instancePages.map((page) => (page.href === "/running" ? { ...page, count: toApply } : page))}
  />
);

export const HistoryTabs = () => <PageTabs label="History" pages={historyPages} />;

export const OperatorTabs = () => <PageTabs label="Operators" pages={operatorPages} />;
