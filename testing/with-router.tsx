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
 * The data that `next/navigation` returns about the current page. Provided like by Next and not as a mocked
 * module, which would remain for all test files of the process.
 * @param own the test's own parts of the router
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
