"use client";

import { ChevronLeft } from "lucide-react";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { VisuallyHidden } from "@/components/ui/text";
import { type Crumb, trail, type Navigation } from "./navigation";

/*
 * Both trails are rendered, and CSS hides one of them. Container queries choose the trail, because the
 * available space also depends on the other content of the bar.
 */
const whole = { 2: "@max-[200px]:hidden", 3: "@max-[290px]:hidden" } as const;
const short = { 2: "@min-[200px]:hidden", 3: "@min-[290px]:hidden" } as const;

const linkClasses = "truncate rounded-sm hover:text-foreground hover:underline";

/**
 * If there is little space, shows only the end of the path: "‹ Limits". If there is even less, shows only the
 * arrow, because the page's heading repeats the title.
 */
export function Breadcrumb({ navigation, className }: { navigation: Navigation; className?: string }) {
  const crumbs = trail(navigation, usePathname());
  const above = crumbs.slice(0, -1);
  const last = crumbs.at(-1);
  const parent = above.findLast((crumb) => crumb.href !== undefined);
  const length = above.length > 1 ? 3 : 2;
  return (
    <nav aria-label="Where you are" className={cn("@container min-w-0", className)}>
      <ol className="flex min-w-0 items-center gap-2 text-base whitespace-nowrap">
        {above.map((crumb) => (
          <li key={crumb.title} className={cn("flex shrink-0 gap-2 text-muted-foreground", whole[length])}>
            <CrumbName crumb={crumb} />
            <span aria-hidden="true" className="text-border-strong">
              /
            </span>
          </li>
        ))}
        {parent?.href ? (
          <li className={cn("shrink-0 text-muted-foreground", short[length])}>
            <Link
              href={parent.href}
              title={parent.title}
              className="relative -mr-1 grid rounded-sm before:absolute before:-inset-3 hover:text-foreground"
            >
              <ChevronLeft aria-hidden="true" className="size-4" />
              <VisuallyHidden>{parent.title}</VisuallyHidden>
            </Link>
          </li>
        ) : null}
        {last ? (
          <li className="min-w-0 truncate font-medium @max-[72px]:sr-only" aria-current="page">
            {last.title}
          </li>
        ) : null}
      </ol>
    </nav>
  );
}

function CrumbName({ crumb: { title, href } }: { crumb: Crumb }) {
  if (href === undefined) return <span>{title}</span>;
  return (
    <Link href={href} className={linkClasses}>
      {title}
    </Link>
  );
}
