import { type RefCallback, useCallback } from "react";

const property = "--save-bar-height";

/** Says on the page how high the element is while it is there, so that toasts stand above it. */
export function useBarHeight(): RefCallback<HTMLElement> {
  return useCallback((bar: HTMLElement | null) => {
    if (bar === null) return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => root.setProperty(property, `${bar.offsetHeight}px`));
    observer.observe(bar);
    return () => {
      observer.disconnect();
      root.removeProperty(property);
    };
  }, []);
}
