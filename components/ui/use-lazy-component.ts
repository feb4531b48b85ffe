"use client";

import { type ComponentProps, useCallback, useEffect, useRef, useState } from "react";
import { keepLoading } from "./keep-loading";

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
  const stop = useRef<() => void>(undefined);
  const want = useCallback(() => {
    stop.current?.();
    stop.current = keepLoading(load, (loaded) => setPart(() => loaded));
  }, [load]);
  useEffect(() => () => stop.current?.(), []);
  const prepare = useCallback(() => {
    // A failed preload is ignored, because a click loads the code again.
    load().catch(() => undefined);
  }, [load]);
  const trigger = { "aria-expanded": false, onClick: want, onPointerEnter: prepare, onFocus: prepare };
  return { part, want, trigger };
}
