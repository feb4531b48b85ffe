"use client";

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { TokenText } from "./token-text";

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

function useAskBeforeUnload(isAsking: boolean): void {
  useEffect(() => {
    if (!isAsking) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isAsking]);
}

function LeftToken({ shown, onClose }: { shown: ShownToken; onClose: () => void }) {
  const [isKept, setKept] = useState(false);
  useAskBeforeUnload(!isKept);
  // A stray click or key must not lose it.
  const stay = (event: Event) => {
    if (!isKept) event.preventDefault();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent onEscapeKeyDown={stay} onInteractOutside={stay}>
        <DialogHeader>
          <DialogTitle>Leave without the token of {shown.of}?</DialogTitle>
          <DialogDescription>
            It was neither copied nor downloaded, and will not be shown again. A lost token can only be
            replaced.
          </DialogDescription>
        </DialogHeader>
        <DialogBody>
          <TokenText shown={shown} onKept={() => setKept(true)} />
        </DialogBody>
        <DialogFooter>
          <Button variant={isKept ? "primary" : "danger"} onClick={onClose}>
            {isKept ? "Close" : "Leave without it"}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
