"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { AccountBar } from "./account-bar";
import { ConnectStep } from "./connect-step";
import { useInstance } from "./instance-provider";

interface AccountGateProps {
  /** What the account is needed for. */
  why: string;
  /** Whether the panel's token of an operator of the instance is also sufficient. */
  orOperator?: boolean;
  children: ReactNode;
}

/**
 * A page that needs an account of a running instance: asks for one first, and again once the instance no longer
 * accepts its token. In the meantime the page is hidden rather than unmounted, because it may contain typed text
 * or a token that is shown only once.
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

/** Nobody has chosen the instance yet, so no instance is asked. */
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
