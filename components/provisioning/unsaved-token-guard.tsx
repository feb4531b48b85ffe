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

// Loaded as soon as a token is shown, so that the dialog appears even if the network fails later.
const LeaveTokenDialog = lazyComponent(() =>
  import("./leave-token-dialog").then((part) => part.LeaveTokenDialog),
);

/** A token that the panel shows only once. */
export interface ShownToken {
  token: string;
  /** Id of the bot or user that the token belongs to. */
  id: string;
  /** Name of the bot or user. */
  of: string;
  /** The kind of token, such as "Bot token". */
  label: string;
  /** The file that the download button saves. */
  file: { label: string; name: string; text: string };
}

interface Left {
  shown: ShownToken;
  /** Path of the page that showed the token. */
  page: string;
}

interface Guard {
  /** The token to show again after the operator has chosen to return to the token's page. */
  returned: ShownToken | null;
  forgetReturned: () => void;
  /** Called when a token is no longer shown. `left` is null if the operator has saved the token. */
  onGone: (left: Left | null) => void;
}

const Context = createContext<Guard>({
  returned: null,
  forgetReturned: () => undefined,
  onGone: () => undefined,
});

/**
 * Wraps all pages, and stays mounted during navigation. If an operator leaves a page with an unsaved token,
 * shows the token again and asks whether to leave.
 */
export function UnsavedTokenGuard({ children }: { children: ReactNode }) {
  const [left, setLeft] = useState<Left | null>(null);
  const [returned, setReturned] = useState<ShownToken | null>(null);
  const router = useRouter();
  const guard = useMemo(
    (): Guard => ({
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
    <Context value={guard}>
      {children}
      {left ? (
        <LeaveTokenDialog
          key={left.shown.token}
          shown={left.shown}
          onStay={() => stay(left)}
          onClose={() => setLeft(null)}
        />
      ) : null}
    </Context>
  );
}

/**
 * Returns the token that a bot's or user's page shows: a new token, or the token for which the operator has
 * returned to the page.
 */
export function useShownToken(id: string): [ShownToken | null, (shown: ShownToken | null) => void] {
  const { returned, forgetReturned } = useContext(Context);
  const [made, setMade] = useState<ShownToken | null>(null);
  function show(next: ShownToken | null) {
    setMade(next);
    forgetReturned();
  }
  return [made ?? (returned?.id === id ? returned : null), show];
}

/** Asks for confirmation if the operator leaves the page, closes the tab or reloads before saving the token. */
export function useUnsavedTokenGuard(shown: ShownToken, isKept: boolean): void {
  const { onGone } = useContext(Context);
  const leave = useEffectEvent((page: string) => onGone(isKept ? null : { shown, page }));
  const isShown = useRef(false);
  useEffect(() => {
    LeaveTokenDialog.prepare().catch(() => undefined);
    isShown.current = true;
    const page = `${window.location.pathname}${window.location.search}`;
    return () => {
      isShown.current = false;
      // In development, React unmounts and remounts every component once. Only an unmount without a remount counts.
      queueMicrotask(() => {
        if (!isShown.current) leave(page);
      });
    };
  }, []);
  useAskBeforeUnload(!isKept);
}

/** Makes the browser ask for confirmation before the tab is closed or reloaded. */
export function useAskBeforeUnload(isAsking: boolean): void {
  useEffect(() => {
    if (!isAsking) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isAsking]);
}
