"use client";

import { Unplug } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import {
  hasFailedLoads,
  notLoadedAdvice,
  notLoadedTitle,
  subscribeToFailedLoads,
  tryFailedLoads,
} from "@/components/ui/keep-loading";
import { Notice } from "../notice";
import { connection, noteNoAnswer, subscribeToConnection } from "./connection";

/**
 * Shows a notice if a part of the page could not be loaded, such as a dialog or the save bar. While the panel cannot be
 * reached, `ConnectionNotice` is shown instead, and loading is tried again when the connection returns.
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
