import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";

/** @param fetchPage gets `next` of the previous page; undefined for the first page */
export const pagedQuery = <Page extends { next: string | null }>(
  queryKey: readonly unknown[],
  fetchPage: (after: string | undefined, signal: AbortSignal) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) => fetchPage(pageParam ?? undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: Page) => next,
  });

/**
 * Returns query options with the first page, which the server has rendered. Without `initial`, the previous
 * list stays visible until the new list is loaded.
 */
export function beginsWith<Page extends object>(
  initial: Page,
): { initialData: InfiniteData<Page, string | null> };
export function beginsWith<Page extends object>(
  initial?: Page,
): { initialData: InfiniteData<Page, string | null> } | { placeholderData: typeof keepPreviousData };
export function beginsWith(initial?: object): object {
  if (initial === undefined) return { placeholderData: keepPreviousData };
  return { initialData: { pages: [initial], pageParams: [null] } };
}
