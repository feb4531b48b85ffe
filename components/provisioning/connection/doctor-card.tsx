"use client";

import type { ComponentProps } from "react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Spinner } from "@/components/ui/loading";
import { Ago } from "@/components/ui/moment";
import { StateMark } from "@/components/ui/state-mark";
import { toast } from "@/components/ui/toaster";
import type { DoctorView, Finding } from "@/lib/shared/contract/doctor";

const doctorQuery = () =>
  queryOptions({
    queryKey: ["doctor"],
    queryFn: ({ signal }) => call("GET /doctor", { signal }),
    refetchInterval: ({ state: { data } }) => (data?.isRunning ? 1_000 : false),
  });

const marks: Record<Finding["state"], ComponentProps<typeof StateMark>> = {
  error: { state: "problem", word: "Error" },
  warning: { state: "warning", word: "Warning" },
  ok: { state: "good", word: "Fine" },
  skipped: { state: "none", word: "Skipped" },
};

/** What the doctor found: trouble first, the rest folded. */
export function DoctorCard({ initial }: { initial: DoctorView }) {
  const { data: view } = useQuery({ ...doctorQuery(), initialData: initial });
  const { checkedAt, isRunning, refusal, findings } = view;
  const of = (...states: Finding["state"][]) =>
    states.flatMap((state) => findings.filter((finding) => finding.state === state));
  const trouble = of("error", "warning");
  return (
    <Card
      id="doctor"
      className="scroll-mt-20"
      title="Setup"
      action={
        <div className="flex items-center gap-3">
          {checkedAt === null ? null : (
            <span className="text-sm text-muted-foreground">
              checked <Ago at={checkedAt} />
            </span>
          )}
          {refusal === null ? <CheckSetup isRunning={isRunning} /> : null}
        </div>
      }
    >
      {refusal !== null ? (
        <p className="px-4 py-3 text-muted-foreground sm:px-6">{refusal}</p>
      ) : checkedAt === null ? (
        <p role="status" className="flex items-center gap-2 px-4 py-3 text-muted-foreground sm:px-6">
          <Spinner className="size-4" />
          Checking the machine, the database, the proxy and the instance…
        </p>
      ) : (
        <>
          <List label="Problems of the setup" findings={trouble} />
          <Folded findings={of("ok", "skipped")} isAll={trouble.length === 0} />
        </>
      )}
    </Card>
  );
}

function CheckSetup({ isRunning }: { isRunning: boolean }) {
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => call("POST /doctor"),
    onSuccess: (view) => client.setQueryData(doctorQuery().queryKey, view),
    onError: ({ message }) => toast.error("Not checked", { description: message }),
  });
  return (
    <Button size="sm" busy={isRunning || again.isPending} onClick={() => again.mutate()}>
      Check the setup again
    </Button>
  );
}

function List({ label, findings }: { label: string; findings: readonly Finding[] }) {
  return (
    <ul aria-label={label} className="divide-y empty:hidden">
      {findings.map(({ check, state, message }) => (
        <li key={check} className="flex items-start gap-3 px-4 py-2.5 sm:px-6">
          <StateMark {...marks[state]} />
          <div className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[6rem_minmax(0,1fr)]">
            <span className="text-muted-foreground first-letter:uppercase">{check}</span>
            <span className="min-w-0 wrap-anywhere">{message}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Folded({ findings, isAll }: { findings: readonly Finding[]; isAll: boolean }) {
  const fine = findings.filter(({ state }) => state === "ok").length;
  const skipped = findings.length - fine;
  if (findings.length === 0) return null;
  const words = [
    ...(fine > 0 ? [`${fine} ${fine === 1 ? "check is" : "checks are"} fine`] : []),
    ...(skipped > 0 ? [`${skipped} ${skipped === 1 ? "does" : "do"} not apply here`] : []),
  ];
  return (
    <details className={isAll ? "" : "border-t"}>
      <summary className="cursor-pointer px-4 py-2.5 max-sm:py-3 sm:px-6">{words.join(", ")}</summary>
      <div className="border-t">
        <List label="Other checks of the setup" findings={findings} />
      </div>
    </details>
  );
}
