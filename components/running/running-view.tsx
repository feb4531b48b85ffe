"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { InstanceTabs } from "@/components/shell/page-tabs";
import { markRestarted, runningQuery, waitingIn } from "@/components/settings/queries/running";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/loading";
import { isEnded } from "@/lib/shared/contract/values";
import type { ApplyView, RunningReport } from "@/lib/shared/contract/running";
import { ApplyCard } from "./apply-card";
import { ApplyDialog } from "./apply-dialog";
import { applyWords } from "./apply-words";
import { runningWords } from "./running-words";
import { NotAsked } from "./not-asked";
import { PlanDialog } from "./plan-dialog";
import { PendingList } from "./pending-list";
import { toast } from "@/components/ui/toaster";
import { configQuery } from "@/components/settings/queries/config";
import { subscribeToLiveEvents } from "@/components/shell/connection/live-events";

/**
 * Lists the settings that wait for a restart, and applies them.
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
        actions={data ? <Actions report={data} /> : null}
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

/**
 * The buttons for applying the file. "Save and apply" links to the page with `?apply`, which opens the confirmation.
 */
function Actions({ report }: { report: RunningReport }) {
  const router = useRouter();
  const isAsked = useSearchParams().has("apply");
  const [isOpen, setOpen] = useState(isAsked);
  // The URL may also get `?apply` while this page is open, because the save bar is on every page.
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked !== wasAsked) {
    setWasAsked(isAsked);
    setOpen(isAsked);
  }
  const isUnderWay = report.apply !== null && !isEnded(report.apply.state);
  const mark = canBeMarked(report) ? <MarkButton /> : null;
  if (report.reload === null) return mark;
  const toggle = (open: boolean) => {
    setOpen(open);
    if (!open && isAsked) router.replace("/running");
  };
  return (
    <>
      {mark}
      <ApplyDialog
        report={report}
        open={isOpen && !isUnderWay}
        onOpenChange={toggle}
        trigger={
          <Button variant="primary" disabled={isUnderWay}>
            {applyWords(report)}…
          </Button>
        }
      />
      {report.plan === null ? <PlanDialog disabled={isUnderWay} /> : null}
    </>
  );
}

/** Whether the operator may mark the instance as restarted, because its report may not show the restart. */
const canBeMarked = ({ state, settings }: RunningReport): boolean =>
  state !== "told" || settings.some((one) => one.isLoaded || one.unlessEnvironment);

function Content({ report, operator }: { report: RunningReport; operator: string }) {
  useApplyEvents(report);
  const waiting = waitingIn(report);
  const others = report.settings.filter(({ state }) => state === "environment");
  const isUnderWay = report.apply !== null && !isEnded(report.apply.state);
  const apply = report.apply ? <ApplyCard apply={report.apply} operator={operator} /> : null;
  return (
    <div className="flex flex-col gap-4">
      {isUnderWay || report.apply?.state !== "confirmed" ? apply : null}
      <NotAsked report={report} />
      {waiting.length === 0 ? null : (
        <Card>
          <CardHeader>
            <CardTitle>Settings not loaded yet</CardTitle>
            <CardDescription>The running value and the value in the file.</CardDescription>
          </CardHeader>
          <CardContent inset="tight">
            <PendingList settings={waiting} label="Settings that need a restart" />
          </CardContent>
        </Card>
      )}
      {others.length === 0 ? null : (
        <Card>
          <CardHeader>
            <CardTitle>Possibly set by the instance&apos;s environment</CardTitle>
            <CardDescription>
              The instance uses other values, possibly from its environment variables. These settings do not
              need a restart.
            </CardDescription>
          </CardHeader>
          <CardContent inset="tight">
            <PendingList settings={others} label="Settings possibly set by the environment" />
          </CardContent>
        </Card>
      )}
      {!isUnderWay && report.apply?.state === "confirmed" ? apply : null}
    </div>
  );
}

/** A button that records a restart of an instance that the panel cannot ask. */
function MarkButton() {
  const client = useQueryClient();
  const mark = useMutation({
    mutationFn: markRestarted,
    onSuccess: (report) => {
      client.setQueryData(runningQuery().queryKey, report);
      toast.success("Marked as restarted", {
        description: "Changes saved from now on need another restart.",
      });
    },
    onError: ({ message }) => toast.error("Not marked", { description: message }),
  });
  return (
    <Button busy={mark.isPending} onClick={() => mark.mutate()}>
      Mark as restarted
    </Button>
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
