"use client";

import { ChevronDown, type LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { cn, softTone, type Tone } from "@/components/ui/cn";
import { useLazyComponent } from "@/components/ui/lazy-component";

export interface StateItem {
  href: string;
  tone: Tone;
  icon: LucideIcon;
  /** A number before the words. */
  count?: number;
  /** For the pill, such as "to apply". */
  short: string;
  /** For the menu, such as "2 changes to apply". */
  words: string;
}

const loadMenu = () => import("./state-menu").then((module) => module.StateMenuOpen);

export function StatePill({ items }: { items: readonly [StateItem, ...StateItem[]] }) {
  const { part: Open, trigger } = useLazyComponent(loadMenu);
  if (Open) return <Open items={items} trigger={<PillButton items={items} />} />;
  return <PillButton items={items} aria-haspopup="menu" {...trigger} />;
}

function PillButton({
  items: [first, ...others],
  ...props
}: { items: readonly [StateItem, ...StateItem[]] } & ComponentProps<"button">) {
  const { tone, icon: Icon, count, short } = first;
  return (
    <button
      type="button"
      data-slot="state-pill"
      className="flex shrink-0 items-center max-sm:h-11"
      {...props}
    >
      <span
        className={cn(
          "inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-xs font-medium whitespace-nowrap tabular-nums max-sm:gap-1 max-sm:px-2",
          softTone[tone],
        )}
      >
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
        <span>
          {count === undefined ? null : `${count} `}
          <span className={count === undefined && tone === "danger" ? undefined : "max-sm:sr-only"}>
            {short}
          </span>
          {others.map(({ words }) => (
            <span key={words} className="sr-only">
              , {words}
            </span>
          ))}
        </span>
        <ChevronDown aria-hidden="true" className="size-3 shrink-0 opacity-70 max-sm:hidden" />
      </span>
    </button>
  );
}
