"use client";

import { useRouter } from "next/navigation";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useAskBeforeUnload } from "./use-ask-before-unload";

// Loaded together with the token, so that it works even if the network fails later.
const LeftToken = lazyComponent(() => import("./left-token").then((part) => part.LeftToken));

/** A token that is shown once. */
export interface ShownToken {
  token: string;
  /** Id of the bot or user that the token belongs to. */
  id: string;
  /** Name of the bot or user. */
  of: string;
  /** Label of the token: "Bot token". */
  label: string;
  /** The file to download. */
  file: { label: string; name: string; text: string };
}

interface Left {
  shown: ShownToken;
  /** The address of the page that shows it. */
  page: string;
}

interface Keeper {
  /** A token that somebody left and returned to. */
  returned: ShownToken | null;
  forgetReturned: () => void;
  /** Called when a token is no longer shown. `left` is set if nobody has saved the token. */
  onGone: (left: Left | null) => void;
}

const Context = createContext<Keeper>({
  returned: null,
  forgetReturned: () => undefined,
  onGone: () => undefined,
});

/**
 * Remains mounted while the pages below it change. Asks before an operator leaves a page with an unsaved token, by
 * any link, key or command, while the token is still visible.
 */
export function TokenKeeper({ children }: { children: ReactNode }) {
  const [left, setLeft] = useState<Left | null>(null);
  const [returned, setReturned] = useState<ShownToken | null>(null);
  const router = useRouter();
  const keeper = useMemo(
    (): Keeper => ({
      returned,
      forgetReturned: () => setReturned(null),
      onGone(next) {
        setReturned(null);
        if (next) setLeft(next);
      },
    }),
    [returned],
  );
  function stay({ shown, page }: Left) {
    setLeft(null);
    setReturned(shown);
    router.push(page);
  }
  return (
    <Context value={keeper}>
      {children}
      {left ? (
        <LeftToken
          key={left.shown.token}
          shown={left.shown}
          onStay={() => stay(left)}
          onClose={() => setLeft(null)}
        />
      ) : null}
    </Context>
  );
}

/** The token that the page of a bot or user shows: a new one, or one that somebody left and returned to. */
export function useShownToken(id: string): [ShownToken | null, (shown: ShownToken | null) => void] {
  const { returned, forgetReturned } = useContext(Context);
  const [made, setMade] = useState<ShownToken | null>(null);
  function show(next: ShownToken | null) {
    setMade(next);
    forgetReturned();
  }
  return [made ?? (returned?.id === id ? returned : null), show];
}

/** Asks before a token is lost: in the panel's own pages, and when the tab is closed or reloaded. */
export function useTokenKeeper(shown: ShownToken, isKept: boolean): void {
  const { onGone } = useContext(Context);
  const leave = useEffectEvent((page: string) => onGone(isKept ? null : { shown, page }));
  const isShown = useRef(false);
  useEffect(() => {
    LeftToken.prepare().catch(() => undefined);
    isShown.current = true;
    const page = `${window.location.pathname}${window.location.search}`;
    return () => {
      isShown.current = false;
      // In development, React unmounts and remounts every component once.
      queueMicrotask(() => {
        if (!isShown.current) leave(page);
      });
    };
  }, []);
  useAskBeforeUnload(!isKept);
}
