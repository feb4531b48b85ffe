"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX, RotateCcw } from "lucide-react";
import { useEffect } from "react";
import { runningQuery, waitingIn } from "@/components/settings/queries/running";
import { useChangedPaths } from "@/components/settings/store/config-form";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { useNow } from "@/components/ui/moment";
import { Skeleton } from "@/components/ui/loading";
import { configQuery } from "@/components/settings/queries/config";
import { subscribeToLiveEvents } from "@/components/shell/connection/live-events";
import { isEnded } from "@/lib/shared/contract/values";
import type { ApplyView, RunningReport } from "@/lib/shared/contract/running";
import { ApplyActions, MarkButton } from "./apply-actions";
import { ApplyCard } from "./apply-card";
import { InEffect } from "./in-effect";
import { InstanceTabs } from "./instance-tabs";
import { Lead } from "./lead";
import { canBeMarked, headlineOf } from "./running-words";
import { ToApply } from "./to-apply";
import { ChecksBefore, LastApply, NotAsked, Restart } from "./side-cards";

/**
 * The page about the changes to apply. Its title is the state.
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
  return data ? (
    <Report report={data} operator={operator} />
  ) : (
    <>
      <PageHeader title="Apply changes" description="What the instance does not run with yet." />
      <InstanceTabs />
      {error ? (
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

const icons = {
  good: <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-success-text" />,
  bad: <CircleX aria-hidden="true" className="size-6 shrink-0 text-danger-text" />,
  busy: <RotateCcw aria-hidden="true" className="size-6 shrink-0 text-accent-text" />,
  none: null,
};

function Report({ report, operator }: { report: RunningReport; operator: string }) {
  useApplyEvents(report);
  const changed = useChangedPaths();
  const { apply } = report;
  const headline = headlineOf(report, changed, useNow());
  const isShown = headline.about === "apply" && apply !== null;
  const hasChanges = waitingIn(report).length > 0;
  return (
    <>
      <PageHeader
        title={
          <span className="flex items-center gap-2.5">
            {icons[headline.icon]}
            {headline.title}
          </span>
        }
        description={<Lead report={report} about={headline.about} />}
        actions={
          hasChanges ? (
            <ApplyActions report={report} />
          ) : canBeMarked(report) && report.reload === null ? (
            <MarkButton />
          ) : null
        }
      />
      {report.state === "local" ? null : <InstanceTabs />}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          {isShown ? <ApplyCard apply={apply} operator={operator} /> : null}
          <NotAsked report={report} />
          {hasChanges ? <ToApply report={report} /> : null}
          {headline.about === "effect" ? <InEffect report={report} /> : null}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {hasChanges ? <ChecksBefore report={report} /> : <Restart report={report} />}
          {apply === null || isShown ? null : <LastApply apply={apply} />}
        </div>
      </div>
    </>
  );
}

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
      if (next && isEnded(next.state)) void client.invalidateQueries({ queryKey: configQuery().queryKey });
    });
  }, [client, isUnderWay]);
}
