"use client";

import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { instancePages, operatorPages, users } from "./navigation";

interface PageTabsProps {
  /** The common name of the pages: "Directory". */
  label: string;
  pages: readonly { title: string; href: string }[];
}

/** Links between the pages of one rail entry. */
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

/** The guilds and the users, both lists of the directory. */
export const DirectoryTabs = () => (
  <PageTabs label="Directory" pages={[{ title: "Guilds", href: "/guilds" }, users]} />
);

/** The parts of the Instance page. */
export const InstanceTabs = () => <PageTabs label="Instance" pages={instancePages} />;

/** The operators, invitations, and API tokens. */
export const OperatorTabs = () => <PageTabs label="Operators" pages={operatorPages} />;
