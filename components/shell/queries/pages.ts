import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from "@tanstack/react-query";
import type { PanelRoutes } from "@/lib/shared/contract";
import { call, type Input, type Optional } from "./call";

/** Returns the options of a query that is one call. */
export const routeQuery = <K extends keyof PanelRoutes>(
  queryKey: readonly unknown[],
  route: K,
  ...[input]: Optional<Input<K>>
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => call(route, ...([{ ...input, signal }] as unknown as Optional<Input<K>>)),
  });

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
