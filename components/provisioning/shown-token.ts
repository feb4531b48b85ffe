"use client";

import { createContext, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { pathInPanel } from "@/lib/shared/base-path";

/** A token or a link that the panel shows only once. */
export interface ShownToken {
  /** Several tokens are in one text, one per line. */
  token: string;
  /** Id of the bot or user that the token belongs to, or the page that shows it. */
  id: string;
  ownerName: string;
  label: string;
  noun: "token" | "tokens" | "link" | "links";
  endsAt?: number;
  /** Absent if only copying is offered. */
  file?: { label: string; name: string; text: string };
}

export interface Left {
  shown: ShownToken;
  page: string;
}

export interface Guard {
  returned: ShownToken | null;
  forgetReturned: () => void;
  /** Called when a token is no longer shown. `left` is null if the operator has saved the token. */
  onGone: (leftToken: Left | null) => void;
  /** Loads the question whether to leave, so that it appears even if the network fails later. */
  prepare: () => void;
}

export const TokenGuard = createContext<Guard>({
  returned: null,
  forgetReturned: () => undefined,
  onGone: () => undefined,
  prepare: () => undefined,
});

/** The address of this page for the router, which adds the base path itself. */
const currentPage = () => `${pathInPanel(window.location.pathname)}${window.location.search}`;

/** A token that arrives after the operator has left the page counts as unsaved, so the guard shows it. */
export function useShownToken(id: string): [ShownToken | null, (shown: ShownToken | null) => void] {
  const { returned, forgetReturned, onGone } = useContext(TokenGuard);
  const [newToken, setNewToken] = useState<ShownToken | null>(null);
  const isMounted = useRef(false);
  const page = useRef("");
  useEffect(() => {
    page.current = currentPage();
  });
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  function show(next: ShownToken | null) {
    if (next !== null && !isMounted.current) return onGone({ shown: next, page: page.current });
    setNewToken(next);
    forgetReturned();
  }
  return [newToken ?? (returned?.id === id ? returned : null), show];
}

/** Asks for confirmation if the operator leaves the page, closes the tab or reloads before saving the token. */
export function useUnsavedTokenGuard(shown: ShownToken, isKept: boolean): void {
  const { onGone, prepare } = useContext(TokenGuard);
  const leave = useEffectEvent((page: string) => onGone(isKept ? null : { shown, page }));
  const isShown = useRef(false);
  useEffect(() => {
    prepare();
    isShown.current = true;
    const page = currentPage();
    return () => {
      isShown.current = false;
      // In development, React unmounts and remounts every component once. Only an unmount without a remount counts.
      queueMicrotask(() => {
        if (!isShown.current) leave(page);
      });
    };
  }, [prepare]);
  useAskBeforeUnload(!isKept);
}

export function useAskBeforeUnload(isAsking: boolean): void {
  useEffect(() => {
    if (!isAsking) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isAsking]);
}
