"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useEffect } from "react";
import { runningQuery, waitingIn } from "@/components/settings/queries/running";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/loading";
import { configQuery } from "@/components/settings/queries/config";
import { subscribeToLiveEvents } from "@/components/shell/connection/live-events";
import { isEnded } from "@/lib/shared/contract/values";
import type { ApplyView, RunningReport } from "@/lib/shared/contract/running";
import { ApplyActions } from "./apply-actions";
import { ApplyCard } from "./apply-card";
import { InstanceTabs } from "./instance-tabs";
import { PendingList } from "./change-list";
import { runningWords } from "./running-words";

/**
 * Lists the settings that are waiting for a restart, and applies them.
 * @param props `initial` is the report that the server has loaded; if absent, the browser fetches the report
 */
export function RunningView({
  operator,
  initial,
}: {
  operator: string;
  initial?: RunningReport | undefined;
}) {
  const { data, error, refetch } = useQuery({ ...runningQuery(), ...(initial && { initialData: initial }) });
  return (
    <>
      <PageHeader
        title="Restart pending"
        description={
          data ? runningWords(data) : "Settings in the file that the running instance has not loaded."
        }
        actions={data ? <ApplyActions report={data} /> : null}
      />
      <InstanceTabs />
      {data ? (
        <Content report={data} operator={operator} />
      ) : error ? (
        <ErrorState
          title="The running settings could not be loaded"
          advice={error.message}
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : (
        <div className="flex flex-col gap-4" aria-busy="true">
          <Skeleton className="h-40" />
        </div>
      )}
    </>
  );
}

function Content({ report, operator }: { report: RunningReport; operator: string }) {
  useApplyEvents(report);
  const waiting = waitingIn(report);
  const others = report.settings.filter(({ state }) => state === "environment");
  const isConfirmed = report.apply?.state === "confirmed";
  const apply = report.apply ? <ApplyCard apply={report.apply} operator={operator} /> : null;
  return (
    <div className="flex flex-col gap-4">
      {isConfirmed ? null : apply}
      <NotAsked report={report} />
      <PendingCard
        title="Settings not loaded yet"
        description="The running value and the value in the file."
        settings={waiting}
        label="Settings that need a restart"
      />
      <PendingCard
        title="Possibly set by the instance's environment"
        description="The instance uses other values, possibly from its environment variables. These settings do not need a restart."
        settings={others}
        label="Settings possibly set by the environment"
      />
      {isConfirmed ? apply : null}
    </div>
  );
}

interface PendingCardProps extends ComponentProps<typeof PendingList> {
  title: string;
  description: string;
}

function PendingCard({ title, description, ...list }: PendingCardProps) {
  if (list.settings.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        <CardDescription>{description}</CardDescription>
      </CardHeader>
      <CardContent inset="tight">
        <PendingList {...list} />
      </CardContent>
    </Card>
  );
}

/**
 * Explains why the panel does not know what the running instance has loaded, and what to do if the panel cannot apply
 * the file.
 */
function NotAsked({ report }: { report: RunningReport }) {
  const { state, reason, unknownSince, reload, settings } = report;
  const isManual = reload === null && state !== "local" && settings.length > 0;
  const notes = [
    state === "local" &&
      "If another server reads this file, set INSTANCE_API_URL so the panel can check which settings it has loaded. Or choose “Mark as restarted” each time you restart it.",
    reason,
    state === "unknown" &&
      reason === undefined &&
      "INSTANCE_API_URL is not set, so the panel cannot check the running settings. Choose “Mark as restarted” each time you restart the instance.",
    isManual &&
      "Restart the instance, for example with “systemctl restart” and the name of its service, or with “docker compose restart”. Set INSTANCE_RELOAD to let the panel do it.",
    isManual && state === "told" && "This page detects the restart.",
  ].filter((note) => typeof note === "string");
  if (notes.length === 0 && unknownSince === null) return null;
  return (
    <Callout tone="neutral">
      <div className="flex flex-col gap-2">
        {unknownSince === null ? null : (
          <p>
            Unknown since the save at <Moment at={unknownSince} />.
          </p>
        )}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </Callout>
  );
}

/** Follows an apply with live events. When the apply ends, refetches the report. */
function useApplyEvents({ apply }: Pick<RunningReport, "apply">): void {
  const client = useQueryClient();
  const isUnderWay = apply !== null && !isEnded(apply.state);
  useEffect(() => {
    if (!isUnderWay) return;
    return subscribeToLiveEvents(({ event, data }) => {
      if (event !== "apply") return;
      const next = JSON.parse(data) as ApplyView | null;
      const { queryKey } = runningQuery();
      client.setQueryData(queryKey, (report) => report && { ...report, apply: next });
      // Refetches the file too, because a rollback changes it.
      if (next && isEnded(next.state)) void client.invalidateQueries({ queryKey: configQuery().queryKey });
    });
  }, [client, isUnderWay]);
}
