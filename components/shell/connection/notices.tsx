"use client";

import { LockKeyhole, Unplug, WifiOff } from "lucide-react";
import { useOffline } from "next/offline";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { cn, softTone, type Tone } from "@/components/ui/cn";
import {
  hasFailedLoads,
  notLoadedAdvice,
  notLoadedTitle,
  subscribeToFailedLoads,
  tryFailedLoads,
} from "@/components/ui/keep-loading";
import { connection, noteNoAnswer, subscribeToConnection } from "./connection";

interface NoticeProps {
  tone: Tone;
  icon: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** It stays visible while the page is scrolled, and does not move other content. */
export function Notice({ tone, icon, action, children }: NoticeProps) {
  return (
    <div className="pointer-events-none fixed inset-x-4 top-16 z-40 flex justify-center print:hidden">
      <div
        role="status"
        className={cn(
          "pointer-events-auto flex max-w-xl items-center gap-3 rounded-lg border px-4 py-2 text-sm shadow-raised",
          "[&>svg]:size-4 [&>svg]:shrink-0",
          softTone[tone],
        )}
      >
        {icon}
        <p className="text-foreground">{children}</p>
        {action}
      </div>
    </div>
  );
}

export function ConnectionNotice() {
  const state = useSyncExternalStore(subscribeToConnection, connection, () => "there" as const);
  const isRouterOffline = useOffline();
  const [wasKept, setKept] = useState(false);

  useEffect(() => {
    if (isRouterOffline) noteNoAnswer();
  }, [isRouterOffline]);

  useEffect(() => {
    if (state === "there") return;
    // Blocks links, because a click would open the browser's error page, and all typed text would be lost.
    const keep = (event: MouseEvent) => {
      if (!leavesPage(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setKept(true);
    };
    window.addEventListener("click", keep, { capture: true });
    return () => {
      window.removeEventListener("click", keep, { capture: true });
      setKept(false);
    };
  }, [state]);

  if (state === "there") return null;
  const isSignIn = state === "sign-in";
  return (
    <Notice
      tone="warning"
      icon={isSignIn ? <LockKeyhole /> : <WifiOff />}
      action={
        isSignIn ? (
          <Button size="sm" className="shrink-0" onClick={() => window.open(window.location.href, "_blank")}>
            Open it in a new tab
          </Button>
        ) : null
      }
    >
      <strong className="font-semibold">{titles[state]}</strong>{" "}
      {wasKept
        ? "You can open other pages when the connection returns. Your edits on this page are safe."
        : isSignIn
          ? "Your edits are safe. Sign in there, then save again here."
          : "Your edits are safe. You can save again when the connection returns."}
    </Notice>
  );
}

const titles = {
  offline: "You are offline.",
  away: "The panel does not respond.",
  "sign-in": "Something in front of the panel asks for a sign-in.",
};

function leavesPage({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !(target instanceof Element)) return false;
  const link = target.closest<HTMLAnchorElement>("a[href]");
  if (link === null || (link.target !== "" && link.target !== "_self")) return false;
  const { origin, pathname, search } = window.location;
  return link.origin === origin && (link.pathname !== pathname || link.search !== search);
}

/**
 * While the panel cannot be reached, `ConnectionNotice` is shown instead. Loading is retried when the
 * connection returns.
 */
export function LoadNotice() {
  const hasFailed = useSyncExternalStore(subscribeToFailedLoads, hasFailedLoads, () => false);
  const state = useSyncExternalStore(subscribeToConnection, connection, () => "there" as const);
  const [isTrying, setTrying] = useState(false);
  const isThere = state === "there";

  useEffect(() => {
    if (hasFailed) noteNoAnswer();
  }, [hasFailed]);
  useEffect(() => {
    if (isThere) void tryFailedLoads();
  }, [isThere]);

  if (!hasFailed || !isThere) return null;
  const tryAgain = () => {
    setTrying(true);
    void tryFailedLoads().finally(() => setTrying(false));
  };
  return (
    <Notice
      tone="warning"
      icon={<Unplug />}
      action={
        <Button size="sm" className="shrink-0" busy={isTrying} onClick={tryAgain}>
          Try again
        </Button>
      }
    >
      <strong className="font-semibold">{notLoadedTitle}</strong> {notLoadedAdvice}
    </Notice>
  );
}
