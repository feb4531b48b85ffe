"use client";

import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { instancePages, operatorPages, users } from "./navigation";

interface PageTabsProps {
  /** Name of the group of pages, such as "Directory". */
  label: string;
  pages: readonly { title: string; href: string }[];
}

/** Shows tabs for pages that share a single entry in the navigation rail. */
function PageTabs({ label, pages }: PageTabsProps) {
  const pathname = usePathname();
  return (
    <nav aria-label={label} className="mb-4 overflow-x-auto border-b">
      <ul className="flex gap-4">
        {pages.map(({ title, href }) => (
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
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export const DirectoryTabs = () => (
  <PageTabs label="Directory" pages={[{ title: "Guilds", href: "/guilds" }, users]} />
);

export const InstanceTabs = () => <PageTabs label="Instance" pages={instancePages} />;

export const OperatorTabs = () => <PageTabs label="Operators" pages={operatorPages} />;
