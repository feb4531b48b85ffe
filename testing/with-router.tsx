import {
  AppRouterContext,
  type AppRouterInstance,
} from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { type ReactNode, useMemo } from "react";

const nothing = (): void => undefined;
const router: AppRouterInstance = {
  bfcacheId: "",
  back: nothing,
  forward: nothing,
  refresh: nothing,
  push: nothing,
  replace: nothing,
  prefetch: nothing,
};

/**
 * Provides the data about the current page that `next/navigation` returns. Uses Next's contexts, because a
 * mocked module would affect all later test files in the process.
 * @param own replaces methods of the router
 */
export function WithRouter({
  pathname = "/",
  search = "",
  own = router,
  children,
}: {
  pathname?: string;
  search?: string;
  own?: Partial<AppRouterInstance>;
  children: ReactNode;
}) {
  const query = useMemo(() => new URLSearchParams(search), [search]);
  return (
    <AppRouterContext.Provider value={useMemo(() => ({ ...router, ...own }), [own])}>
      <PathnameContext.Provider value={pathname}>
        <SearchParamsContext.Provider value={query}>{children}</SearchParamsContext.Provider>
      </PathnameContext.Provider>
    </AppRouterContext.Provider>
  );
}
