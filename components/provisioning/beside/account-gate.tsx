"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { useInstance } from "../account/instance-provider";
import { AccountBar } from "../wizard/account-bar";
import { ConnectStep } from "../wizard/connect-step";

/**
 * A page that needs a connected account of the upstream instance: asks for one first, and again once the instance no
 * longer accepts its token. Meanwhile the page is hidden rather than unmounted: a token that it shows is shown once.
 */
export function AccountGate({ why, children }: { why: string; children: ReactNode }) {
  const { remote, connected } = useInstance();
  const isConnecting = connected === null;
  const page = useRef<HTMLDivElement>(null);
  const wasConnecting = useRef(isConnecting);
  useEffect(() => {
    if (wasConnecting.current && !isConnecting) page.current?.focus({ preventScroll: true });
    wasConnecting.current = isConnecting;
  }, [isConnecting]);
  if (remote === null) return null;
  return (
    <div className="flex flex-col gap-6">
      <AccountBar />
      {isConnecting ? (
        <div className="max-w-3xl">
          <ConnectStep remote={remote} why={why} />
        </div>
      ) : null}
      <div ref={page} tabIndex={-1} hidden={isConnecting} className="outline-none">
        {children}
      </div>
    </div>
  );
}
