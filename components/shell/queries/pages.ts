import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";

/**
 * A list that the server hands out page by page.
 * @param fetchPage gets where the page begins: `next` of the page before
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

/** The page that the server rendered such a list with. Without one, the list before stays until there is another. */
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
