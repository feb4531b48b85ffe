"use client";

import { WifiOff } from "lucide-react";
import { useOffline } from "next/offline";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Notice } from "../notice";
import { connection, noteNoAnswer, subscribeToConnection } from "./connection";

/** Shows a notice while the panel cannot be reached, and blocks links to other pages in the meantime. */
export function ConnectionNotice() {
  const state = useSyncExternalStore(subscribeToConnection, connection, () => "there" as const);
  const isRouterOffline = useOffline();
  const [wasKept, setKept] = useState(false);

  useEffect(() => {
    if (isRouterOffline) noteNoAnswer();
  }, [isRouterOffline]);

  useEffect(() => {
    if (state === "there") return;
    // Blocks links, because the browser would show an error page instead, and all typed text would be lost.
    const keep = (event: MouseEvent) => {
      if (!leadsAway(event)) return;
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
  return (
    <Notice tone="warning" icon={<WifiOff />}>
      <strong className="font-semibold">
        {state === "offline" ? "You are offline." : "The panel does not respond."}
      </strong>{" "}
      {wasKept
        ? "You can open other pages when the connection returns. Your edits on this page are safe."
        : "Your edits are safe. You can save again when the connection returns."}
    </Notice>
  );
}

/** Whether a click follows a link to another page of the panel in the same tab. */
function leadsAway({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !(target instanceof Element)) return false;
  const link = target.closest<HTMLAnchorElement>("a[href]");
  if (link === null || (link.target !== "" && link.target !== "_self")) return false;
  const { origin, pathname, search } = window.location;
  return link.origin === origin && (link.pathname !== pathname || link.search !== search);
}
