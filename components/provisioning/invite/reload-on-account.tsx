"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { useInstance } from "../account/instance-provider";

/**
 * Fetches the page from the server again when an account is connected, because the page's content depends on the
 * account.
 */
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
