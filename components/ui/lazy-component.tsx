"use client";

import {
  type ComponentProps,
  type ComponentType,
  createElement,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Button } from "./button";
import { ErrorState } from "./error-state";
import { keepLoading, notLoadedAdvice, notLoadedText, notLoadedTitle, untilLoaded } from "./keep-loading";
import { Listeners } from "./listeners";

/**
 * Returns a component whose code is loaded when it is first rendered. `prepare` loads the code in advance.
 * Until the code is loaded, `loading` is shown. After a failure, a message in place of `loading` offers
 * another attempt. Without `loading`, a notice on the page offers this attempt.
 *
 * React.lazy and next/dynamic are not used, because they suspend. After a fallback, React delays all other
 * rendering by 300 ms. Dialogs would open late, and the page would respond late to its first click.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading: ReactNode = null,
): ComponentType<Props> & { prepare: () => Promise<void> } {
  let loaded: ComponentType<Props> | null = null;
  const listeners = new Listeners();
  const prepare = async () => {
    try {
      loaded ??= await load();
    } catch (cause) {
      // Callers may show the message.
      throw new Error(notLoadedText, { cause });
    }
    listeners.notify();
  };
  function LazyComponent(props: Props) {
    const part = useSyncExternalStore(
      listeners.subscribe,
      () => loaded,
      () => null,
    );
    const [attempt, setAttempt] = useState<(() => void) | null>(null);
    // The component never throws the failure. Many parts belong to the frame around all pages, and an error there would
    // replace the whole page.
    useEffect(() => {
      const showHere = (again: () => void) => setAttempt(() => again);
      return keepLoading(prepare, () => undefined, loading === null ? undefined : showHere);
    }, []);
    if (part) return createElement(part, props);
    return attempt === null ? loading : <NotLoaded onRetry={attempt} />;
  }
  return Object.assign(LazyComponent, { prepare });
}

/**
 * Returns a component that suspends until its code is loaded. Use this for parts of a page's first view that
 * only some pages have.
 */
export function suspendingComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => untilLoaded(async () => ({ default: await load() })));
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorState
      title={notLoadedTitle}
      advice={notLoadedAdvice}
      actions={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}

/**
 * Loads the code of a component on first use. `part` is null until the code is loaded. In the meantime,
 * render a button with the props of `trigger`: a click loads the code and sets `part`, and hover or focus
 * preloads the code.
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
