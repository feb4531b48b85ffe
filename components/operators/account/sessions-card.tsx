"use client";

import { inPanel } from "@/lib/shared/base-path";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { endOwnSession } from "@/components/shell/connection/own-session";
import { useChange } from "@/components/shell/form/use-change";
import { ShowMore } from "@/components/shell/paged-list";
import { beginsWith } from "@/components/shell/queries/pages";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardFooter } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Moment } from "@/components/ui/moment";
import { toast } from "@/components/ui/toaster";
import type { PanelSession, SessionPage } from "@/lib/shared/contract/operators";
import { endSession, endSessions, sessionsQuery } from "../queries/account";

export function SessionsCard({ initial }: { initial: SessionPage }) {
  const { data, ...pages } = useInfiniteQuery({ ...sessionsQuery(), ...beginsWith(initial) });
  const total = data.pages.at(-1)?.total ?? 0;
  return (
    <Card
      title={
        <>
          Sessions <Badge>{total.toLocaleString("en")}</Badge>
        </>
      }
      description="Browsers that are signed in as you. A session ends after 7 days without use, or after 30 days in any case."
    >
      <CardContent inset="tight">
        <ul className="divide-y">
          {data.pages
            .flatMap(({ sessions }) => sessions)
            .map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
        </ul>
        <div className="my-3 empty:hidden">
          <ShowMore what="sessions" pages={pages} />
        </div>
      </CardContent>
      <CardFooter>
        <SignOutEverywhere />
      </CardFooter>
    </Card>
  );
}

function SignOutEverywhere() {
  const end = useMutation({
    mutationFn: () => endOwnSession(endSessions),
    onSuccess: () => window.location.assign(inPanel("/login")),
    onError: (error) => toast.error("You are still signed in everywhere", { description: error.message }),
  });
  return (
    <ConfirmDialog
      trigger={<Button>Sign out everywhere</Button>}
      title="Sign out everywhere?"
      description="Signs you out in every browser, including this one."
      confirmLabel="Sign out everywhere"
      busy={end.isPending}
      onConfirm={() => end.mutateAsync().catch(() => undefined)}
    />
  );
}

function SessionRow({ session }: { session: PanelSession }) {
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
