"use client";

import { useChange } from "@/components/shell/form/use-change";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/moment";
import type { PanelSession } from "@/lib/shared/contract/operators";
import { endSession, sessionsQuery } from "../queries/account";

export function SessionRow({ session }: { session: PanelSession }) {
  const { browser, address, current, createdAt, lastSeenAt } = session;
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="flex min-w-0 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {browser}
          {current ? <Badge tone="accent">This session</Badge> : null}
        </span>
        <span className="flex flex-wrap gap-x-4 text-sm text-muted-foreground">
          <span className="font-mono break-all">{address}</span>
          <span>
            Last seen <Moment at={lastSeenAt} />
          </span>
          <span>
            Signed in <Moment at={createdAt} />
          </span>
        </span>
      </div>
      {current ? null : <EndButton session={session} />}
    </li>
  );
}

function EndButton({ session: { id, browser, address } }: { session: PanelSession }) {
  const end = useChange({
    request: endSession,
    done: () => `Session of ${browser} ended`,
    failed: "The session was not ended",
    changes: sessionsQuery(),
  });
  return (
    <Button size="sm" busy={end.isPending} onClick={() => end.mutate(id)}>
      End session
      <span className="sr-only">
        {" "}
        of {browser} at {address}
      </span>
    </Button>
  );
}
