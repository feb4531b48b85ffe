"use client";

import {
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { Button } from "./button";
import { ErrorState } from "./error-state";
import { keepLoading, notLoadedAdvice, notLoadedText, notLoadedTitle } from "./keep-loading";

/**
 * Returns a component whose code is loaded when it is first rendered. While its code is loading, `loading` is shown. If
 * loading fails, a message in place of `loading` offers to try again. Without `loading`, a notice on the page offers
 * this. `prepare` loads the code in advance.
 *
 * React.lazy and next/dynamic are not used, because they suspend. After a fallback, React delays all other rendering by
 * 300 ms, so dialogs would open late and the page would respond late to its first click.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading: ReactNode = null,
): ComponentType<Props> & { prepare: () => Promise<void> } {
  let loaded: ComponentType<Props> | null = null;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const prepare = async () => {
    try {
      loaded ??= await load();
    } catch (cause) {
      // Callers may show the message.
      throw new Error(notLoadedText, { cause });
    }
    for (const listener of listeners) listener();
  };
  function LazyComponent(props: Props) {
    const part = useSyncExternalStore(
      subscribe,
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

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorState
      title={notLoadedTitle}
      advice={notLoadedAdvice}
      actions={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
