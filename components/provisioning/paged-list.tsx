"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { FindBox } from "./find-box";

interface PagedListProps {
  /** The plural: "guilds". */
  what: string;
  /** The search box; leave it out where there is nothing to search. */
  search?: { label: string; typed: string; onType: (typed: string) => void };
  /** Beside the search box. */
  action?: ReactNode;
  isEmpty: boolean;
  /** Shown instead of the list when nothing is found. */
  none: ReactNode;
  pages: {
    error: Error | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  children: ReactNode;
}

/** A list that the server searches and hands out page by page, so that a hundred thousand are found as quickly as ten. */
export function PagedList({ what, search, action, isEmpty, none, pages, children }: PagedListProps) {
  return (
    <div className="flex flex-col gap-4">
      {search || action ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {search ? (
            <FindBox
              label={search.label}
              typed={search.typed}
              onType={search.onType}
              className="sm:max-w-96"
            />
          ) : null}
          {action}
        </div>
      ) : null}
      {pages.error ? (
        <Callout
          tone="danger"
          role="alert"
          title={`The ${what} could not be loaded`}
          actions={<Button onClick={() => pages.refetch()}>Try again</Button>}
        >
          {pages.error.message}
        </Callout>
      ) : isEmpty ? (
        <div role="status" className="text-muted-foreground">
          {none}
        </div>
      ) : (
        children
      )}
      {pages.hasNextPage && !pages.error ? (
        <Button className="self-center" busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
          Show more {what}
        </Button>
      ) : null}
    </div>
  );
}
