"use client";

import { type ComponentProps, useCallback, useState } from "react";

/**
 * Loads the code of a component on first use. `part` is null until the code is loaded. In the meantime, render a button
 * with the props of `trigger`: a click loads and shows the component, and hover or focus preloads it.
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
    // A failed preload is ignored, because a click loads the code again.
    load().catch(() => undefined);
  }, [load]);
  const trigger = { "aria-expanded": false, onClick: want, onPointerEnter: prepare, onFocus: prepare };
  return { part, want, trigger };
}
