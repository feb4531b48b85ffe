"use client";

import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { users } from "@/components/shell/navigation";

const pages = [{ title: "Guilds", href: "/guilds" }, users];

/** Leads from the guilds to the users and back: both are lists of the directory. */
export function DirectoryTabs() {
  const pathname = usePathname();
  return (
    <nav aria-label="Directory" className="mb-4 border-b">
      <ul className="flex gap-4">
        {pages.map(({ title, href }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch
              aria-current={pathname === href ? "page" : undefined}
              className={cn(
                "-mb-px flex h-9 items-center border-b-2 border-transparent px-1 text-base font-medium text-muted-foreground",
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
