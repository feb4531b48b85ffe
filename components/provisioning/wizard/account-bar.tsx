"use client";

import { CircleUser } from "lucide-react";
import { useInstance } from "../account/instance-provider";
import { Button } from "@/components/ui/button";

/** Shows which account the wizard acts as, with a button to disconnect it. */
export function AccountBar() {
  const { remote, connected, disconnect } = useInstance();
  if (!remote || !connected) return null;
  const { id, username } = connected.account;
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
          {id === null ? null : <code className="text-xs break-all text-muted-foreground">{id}</code>}
          <p className="text-sm wrap-anywhere text-muted-foreground">
            At {remote.url}, until this page is reloaded or closed
          </p>
        </div>
      </div>
      <Button size="sm" onClick={disconnect}>
        Disconnect
      </Button>
    </div>
  );
}
