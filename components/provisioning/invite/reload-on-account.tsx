"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { useInstance } from "../account/instance-provider";

/** Asks the server for the page again once an account is connected: what it shows depends on whose it is. */
export function ReloadOnAccount({ children }: { children: ReactNode }) {
  const { isReady } = useInstance();
  const router = useRouter();
  const wasReady = useRef(isReady);
  useEffect(() => {
    if (isReady && !wasReady.current) router.refresh();
    wasReady.current = isReady;
  }, [isReady, router]);
  return children;
}
