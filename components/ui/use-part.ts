"use client";

import { type ComponentProps, useCallback, useState } from "react";

/**
 * A component whose code is loaded when it is first wanted. Null until it is there; meanwhile a button with the props of
 * `trigger` stands in for it: a click (`want`) loads and shows it, the pointer or the focus near it loads it ahead.
 */
export function usePart<T>(load: () => Promise<T>): {
  part: T | null;
  want: () => void;
  trigger: ComponentProps<"button">;
} {
  const [part, setPart] = useState<T | null>(null);
  const want = useCallback(() => {
    void load().then((loaded) => setPart(() => loaded));
  }, [load]);
  const prepare = useCallback(() => {
    // What fails ahead of time is tried again, and told, when it is wanted.
    load().catch(() => undefined);
  }, [load]);
  const trigger = { "aria-expanded": false, onClick: want, onPointerEnter: prepare, onFocus: prepare };
  return { part, want, trigger };
}
