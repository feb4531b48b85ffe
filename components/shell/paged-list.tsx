"use client";

import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Input } from "@/components/ui/input";

export interface Pages {
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

/** Returns the text in a list's search box, and the text to search for, which may lag behind. */
export function useSearch() {
  const [typed, onType] = useState("");
  return { typed: { typed, onType }, search: useDeferredValue(typed.trim()) };
}

interface PagedListProps {
  what: string;
  search: { label: string; typed: string; onType: (typed: string) => void };
  action?: ReactNode;
  isEmpty: boolean;
  none: ReactNode;
  pages: Pages;
  isEndless?: boolean;
  children: ReactNode;
}

export function PagedList({ what, search, action, isEmpty, none, pages, ...props }: PagedListProps) {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Input
          type="search"
          aria-label={search.label}
          placeholder={`${search.label} by name or id`}
          className="sm:max-w-96"
          maxLength={100}
          value={search.typed}
          onChange={(event) => search.onType(event.target.value)}
        />
        {action}
      </div>
      {pages.error ? (
        <Callout
          tone="danger"
          role="alert"
          title={`The ${what} could not be loaded`}
          actions={<Button onClick={() => pages.refetch()}>Try again</Button>}
        >
          {pages.error.message}
        </Callout>
      ) : null}
      {!isEmpty ? (
        props.children
      ) : pages.error ? null : (
        <div role="status" className="text-muted-foreground">
          {none}
        </div>
      )}
      <div className="flex justify-center empty:hidden">
        {pages.error ? null : <ShowMore what={what} pages={pages} isEndless={props.isEndless} />}
      </div>
    </div>
  );
}

interface ShowMoreProps {
  what: string;
  pages: Pick<Pages, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
  isEndless?: boolean;
}

/** Renders nothing on the last page. */
export function ShowMore({ what, pages, isEndless = false }: ShowMoreProps) {
  const { hasNextPage: isShown, isFetchingNextPage, fetchNextPage } = pages;
  const end = useRef<HTMLButtonElement>(null);
  const load = useEffectEvent(() => void fetchNextPage());
  useEffect(() => {
    if (!isEndless || isFetchingNextPage || !end.current) return;
    // Each page needs a new observer. An observer reports only changes, so the previous observer would miss a
    // button that is still in view after a short page.
    const watcher = new IntersectionObserver(
      (entries) => entries.some((one) => one.isIntersecting) && load(),
      {
        rootMargin: "600px",
      },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [isEndless, isShown, isFetchingNextPage]);
  return isShown ? (
    <Button ref={end} busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
      Show more {what}
    </Button>
  ) : null;
}
