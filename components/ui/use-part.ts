"use client";

import { useCallback, useState } from "react";

/**
 * A component whose code is loaded when it is first wanted: `want` (a click) loads and shows it, `prepare` (pointer or
 * focus near it) loads it ahead. Null until it is there.
 */
export function usePart<T>(load: () => Promise<T>): {
  part: T | null;
  want: () => void;
  prepare: () => void;
} {
  const [part, setPart] = useState<T | null>(null);
  const want = useCallback(() => {
    void load().then((loaded) => setPart(() => loaded));
  }, [load]);
  const prepare = useCallback(() => {
    // What fails ahead of time is tried again, and told, when it is wanted.
    load().catch(() => undefined);
  }, [load]);
  return { part, want, prepare };
}
