"use client";

import { useMemo, useSyncExternalStore } from "react";
import { everyMinute } from "@/components/ui/moment";
import type { Clock } from "./days";

const minute = 60_000;

/** The current minute and the reader's time zone. During hydration, returns the clock that the server used. */
export function useClock(): Clock {
  const now = useSyncExternalStore(
    everyMinute,
    () => Math.floor(Date.now() / minute) * minute,
    () => null,
  );
  return useMemo(
    () => ({ now: now === null ? null : now + minute - 1, zone: now === null ? "UTC" : undefined }),
    [now],
  );
}
