"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { AccountBar } from "./account-bar";
import { ConnectStep } from "./connect-step";
import { useInstance } from "./instance-provider";

interface AccountGateProps {
  /** A sentence that explains why the page needs an account. */
  why: string;
  /** Also shows the page if the panel has an operator token for the instance. */
  orOperator?: boolean;
  children: ReactNode;
}

/**
 * Shows a page only while an account of the running instance is connected. If the instance rejects the account's token
 * later, the page is hidden but stays mounted, because it may contain typed text or a token that is shown only once.
 */
export function AccountGate({ why, orOperator = false, children }: AccountGateProps) {
  const { mode, isReady, hasOperatorToken } = useInstance();
  const isOpen = isReady || (orOperator && hasOperatorToken);
  const page = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const target = page.current?.querySelector<HTMLElement>("h2[tabindex]") ?? page.current;
    if (!wasOpen.current && isOpen) target?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (mode === "standalone") return children;
  if (mode === "open") return <ModeOpen />;
  return (
    <div className="flex flex-col gap-6">
      {orOperator && hasOperatorToken ? null : <AccountBar />}
      {isOpen ? null : (
        <div className="max-w-3xl">
          <ConnectStep why={why} />
        </div>
      )}
      <div ref={page} tabIndex={-1} hidden={!isOpen} className="outline-none">
        {children}
      </div>
    </div>
  );
}

/** Shown until an operator has decided which instance the panel works with. */
export function ModeOpen() {
  return (
    <Callout
      tone="warning"
      title="Is this panel the instance?"
      className="max-w-3xl"
      actions={
        <Link href="/instance" className={buttonVariants({ variant: "primary" })}>
          Answer
        </Link>
      }
    >
      The configuration file appears to belong to another server. Until you answer, the panel serves no bots
      or guilds and does not add keys to the file.
    </Callout>
  );
}
