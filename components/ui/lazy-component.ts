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
 * A component whose code is loaded in the browser when it is first rendered, or earlier by `prepare`, after which
 * it renders immediately. Until then, `loading` is shown.
 *
 * Not `React.lazy` (next/dynamic), which suspends: after a fallback was shown, React delays all other rendering
 * and hydration by 300 ms, so that every first dialog opens late and a page responds late to its first click.
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
