"use client";

import { lazyComponent } from "@/components/ui/lazy-component";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { useAskBeforeUnload } from "./use-ask-before-unload";

// Loaded with the token that it may have to ask about, so that it is there even if the network then is not.
const LeftToken = lazyComponent(() => import("./left-token").then((part) => part.LeftToken));

/** A token that is shown once. */
export interface ShownToken {
  token: string;
  /** Whose token it is: a name. */
  of: string;
  /** What it is: "Bot token". */
  label: string;
  /** What is downloaded. */
  file: { label: string; name: string; text: string };
}

const Context = createContext<(left: ShownToken) => void>(() => undefined);

/**
 * Stays while the pages below it change. Whoever leaves a page without having kept the token that it showed once, by
 * whatever link, key or command, is asked, and still has the token in front of them.
 */
export function TokenKeeper({ children }: { children: ReactNode }) {
  const [left, setLeft] = useState<ShownToken | null>(null);
  return (
    <Context value={setLeft}>
      {children}
      {left ? <LeftToken key={left.token} shown={left} onClose={() => setLeft(null)} /> : null}
    </Context>
  );
}

/** Asks before a token is lost: in the panel's own pages, and when the tab is closed or reloaded. */
export function useTokenKeeper(shown: ShownToken, isKept: boolean): void {
  const ask = useContext(Context);
  const leave = useEffectEvent(() => {
    if (!isKept) ask(shown);
  });
  const isShown = useRef(false);
  useEffect(() => {
    LeftToken.prepare().catch(() => undefined);
    isShown.current = true;
    return () => {
      isShown.current = false;
      // In development React takes every component away once and brings it back at once.
      queueMicrotask(() => {
        if (!isShown.current) leave();
      });
    };
  }, []);
  useAskBeforeUnload(!isKept);
}
