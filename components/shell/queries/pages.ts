import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";

/**
 * A list that the server returns page by page.
 * @param fetchPage receives where the page starts: `next` of the previous page
 */
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
 * The page with which the server rendered such a list. Without one, the previous list stays until the next one is
 * loaded.
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
