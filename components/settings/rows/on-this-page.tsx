"use client";

import { useEffect, useState } from "react";
import { cn } from "@/components/ui/cn";
import type { Card } from "@/lib/shared/settings/field";
import { useEdition } from "../store/config-form";
import { ShownWhen } from "./conditions";

const FEWEST = 3;

/** No setting has this id, because no key path starts with "card-". */
export function cardId(title: string): string {
  return `card-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;
}

export function OnThisPage({ section: id }: { section: string }) {
  const cards: readonly Card[] = useEdition().registry.sectionById(id)?.cards ?? [];
  const current = useCardInView(id);
  if (cards.length < FEWEST) return null;
  return (
    <nav
      aria-label="On this page"
      data-print="hidden"
      className="sticky top-21 hidden max-h-[calc(100dvh-120px)] self-start overflow-y-auto text-sm xl:block"
    >
      <p aria-hidden="true" className="pb-2 pl-3.5 text-xs text-muted-foreground">
        On this page
      </p>
      <ul>
        {cards.map(({ title, shownWhen, fields }) => (
          <ShownWhen key={title} condition={shownWhen} paths={fields.map(({ path }) => path)}>
            <li>
              <a
                href={`#${cardId(title)}`}
                aria-current={current === cardId(title) ? "location" : undefined}
                className={cn(
                  "block border-l-2 py-1 pl-3 text-muted-foreground hover:text-foreground focus-visible:-outline-offset-2",
                  "aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-accent-text",
                )}
              >
                {title}
              </a>
            </li>
          </ShownWhen>
        ))}
      </ul>
    </nav>
  );
}

function useCardInView(section: string): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const find = () => {
      const cards = [...document.querySelectorAll<HTMLElement>("main [data-slot=card][id^=card-]")];
      const isAtEnd =
        window.scrollY > 0 &&
        window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const passed = cards.filter((card) => card.getBoundingClientRect().top < window.innerHeight / 3);
      setCurrent(((isAtEnd ? cards.at(-1) : passed.at(-1)) ?? cards[0])?.id ?? null);
    };
    find();
    window.addEventListener("scroll", find, { passive: true });
    return () => window.removeEventListener("scroll", find);
  }, [section]);
  return current;
}
