"use client";

import { CircleUser } from "lucide-react";
import { useChange } from "@/components/shell/form/use-change";
import { Button } from "@/components/ui/button";
import { disconnectAccount } from "../queries/instance";
import { useInstance } from "./instance-provider";

/** Shows which account of the running instance this session uses, with a button to disconnect the account. */
export function AccountBar() {
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
