"use client";

import {
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";

/**
 * Returns a component whose code is loaded when it is first rendered. While its code is loading, `loading` is shown.
 * `prepare` loads the code in advance.
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
    loaded ??= await load();
    for (const listener of listeners) listener();
  };
  function LazyComponent(props: Props) {
    const part = useSyncExternalStore(
      subscribe,
      () => loaded,
      () => null,
    );
    const [error, setError] = useState<unknown>(null);
    useEffect(() => {
      prepare().catch(setError);
    }, []);
    if (error !== null) throw error;
    return part ? createElement(part, props) : loading;
  }
  return Object.assign(LazyComponent, { prepare });
}
