"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/moment";
import { toast } from "@/components/ui/toaster";
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
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: endSession,
    onSuccess: () => toast.success(`Session of ${browser} ended`),
    onError: (error) => toast.error("The session was not ended", { description: error.message }),
    // Also after a refusal, because it means that the list is out of date.
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
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
