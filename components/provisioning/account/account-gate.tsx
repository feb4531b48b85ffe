"use client";

import { CircleUser } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useChange } from "@/components/shell/form/use-change";
import { Button, buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { disconnectAccount } from "../queries/instance";
import { ConnectStep } from "./connect-step";
import { useInstance } from "./instance-provider";

interface AccountGateProps {
  why: string;
  orOperator?: boolean;
  children: ReactNode;
}

/**
 * Shows a page only while an account of the running instance is connected. If the instance later rejects the
 * account's token, the page is hidden but stays mounted. The page may contain typed text, or a token that is
 * shown only once.
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
        <div className="max-w-220">
          <ConnectStep why={why} />
        </div>
      )}
      <div ref={page} tabIndex={-1} hidden={!isOpen} className="outline-none">
        {children}
      </div>
    </div>
  );
}

function ModeOpen() {
  return (
    <Callout
      tone="warning"
      title="Is this panel the instance?"
      className="max-w-220"
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

function AccountBar() {
  const { url, account, update } = useInstance();
  const disconnect = useChange({
    request: disconnectAccount,
    onDone: update,
    failed: "The account is still connected",
  });
  if (url === null || account === null) return null;
  const { id, username } = account;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg border bg-surface px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-48 items-start gap-3">
        <CircleUser aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
        <div className="min-w-0">
          <p className="break-words">
            Connected{" "}
            {username === null ? (
              "with a user token"
            ) : (
              <>
                as <strong>{username}</strong>
              </>
            )}
          </p>
          <p className="text-sm wrap-anywhere text-muted-foreground">
            {id === null ? null : (
              <>
                <code className="text-xs">{id}</code> ·{" "}
              </>
            )}
            until you sign out
          </p>
        </div>
      </div>
      <Button size="sm" busy={disconnect.isPending} onClick={() => disconnect.mutate()}>
        Disconnect
      </Button>
    </div>
  );
}
