"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { trail, type Navigation } from "./navigation";

/** The current place in the panel. Narrow screens show the last part only. */
export function Breadcrumb({ navigation, className }: { navigation: Navigation; className?: string }) {
  const crumbs = trail(navigation, usePathname());
  return (
    <nav aria-label="Where you are" className={cn("min-w-0", className)}>
      <ol className="flex min-w-0 items-center gap-2 text-base">
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1;
          return (
            <li
              key={crumb.title}
              className={cn(
                "flex min-w-0 items-center gap-2",
                last ? "font-medium" : "text-muted-foreground max-sm:hidden",
              )}
            >
              {crumb.href && !last ? (
                <Link href={crumb.href} className="truncate rounded-sm hover:text-foreground hover:underline">
                  {crumb.title}
                </Link>
              ) : (
                <span className="truncate" aria-current={last ? "page" : undefined}>
                  {crumb.title}
                </span>
              )}
              {last ? null : (
                <span aria-hidden="true" className="text-border-strong">
                  /
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
