"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { navigationEnded, pendingNavigation, subscribeToPending } from "./pending-navigation";

/** A progress bar at the top of the window while a page is loading. */
export function PendingBar() {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const isPending = useSyncExternalStore(subscribeToPending, pendingNavigation, () => null) !== null;
  useEffect(() => navigationEnded(pathname, search), [pathname, search]);
  if (!isPending) return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading page"
      className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden bg-accent-soft"
    >
      <div className="h-full w-1/3 animate-pending bg-accent" />
    </div>
  );
}
