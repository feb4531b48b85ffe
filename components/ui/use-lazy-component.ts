"use client";

import { type ComponentProps, useCallback, useState } from "react";

/**
 * A component whose code is loaded on first use. Null until it is loaded. Until then, render a button with the
 * props of `trigger` in its place: a click (`want`) loads and shows the component, hover or focus preloads it.
 */
export function useLazyComponent<T>(load: () => Promise<T>): {
  part: T | null;
  want: () => void;
  trigger: ComponentProps<"button">;
} {
  const [part, setPart] = useState<T | null>(null);
  const want = useCallback(() => {
    void load().then((loaded) => setPart(() => loaded));
  }, [load]);
  const prepare = useCallback(() => {
    // A failed preload is ignored here. It is retried, and any error shown, when the code is needed.
    load().catch(() => undefined);
  }, [load]);
  const trigger = { "aria-expanded": false, onClick: want, onPointerEnter: prepare, onFocus: prepare };
  return { part, want, trigger };
}
