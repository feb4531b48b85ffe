"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { runningQuery } from "@/components/settings/queries/running";
import { Ago } from "@/components/ui/ago";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import type { Tone } from "@/components/ui/tone";
import { isEnded } from "@/lib/shared/contract/values";
import type { ApplyView } from "@/lib/shared/contract/running";
import { ApplyChecks } from "./apply-checks";
import { keepApply } from "./queries/running";
import { applyTitles } from "./running-words";
import { TakenBack } from "./taken-back";

const tones: Partial<Record<ApplyView["state"], Tone>> = {
  confirmed: "success",
  "rolled-back": "warning",
  kept: "warning",
  failed: "danger",
};

/** How the application of the file goes, or how the last one ended. */
export function ApplyCard({ apply, operator }: { apply: ApplyView; operator: string }) {
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: keepApply,
    onSettled: () => client.invalidateQueries({ queryKey: runningQuery().queryKey }),
  });
  const { state, secondsLeft, checks, output, reason } = apply;
  const isUnderWay = !isEnded(state);
  const isWithOld = ["reapplying", "reconfirming", "rolled-back"].includes(state);
  const canKeep = ["requested", "applying", "confirming"].includes(state) && apply.canRollBack;
  return (
    <Card aria-label="Application of the file" role="region">
      <CardHeader row>
        <CardTitle>{isUnderWay ? "Applying the file" : "Last application"}</CardTitle>
        <span role="status">
          <Badge tone={tones[state] ?? "accent"}>{applyTitles[state]}</Badge>
        </span>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <p className="text-muted-foreground">
          Asked for by {apply.actor}, <Ago at={apply.at} />
          {secondsLeft !== null && isUnderWay ? (
            <span className="tabular-nums">
              {state === "confirming" && apply.canRollBack
                ? ` · rolls back in ${secondsLeft}\u00a0s`
                : ` · gives up in ${secondsLeft}\u00a0s`}
            </span>
          ) : null}
        </p>
        {reason === null ? null : (
          <Callout
            tone={state === "failed" ? "danger" : "warning"}
            role={isUnderWay ? "status" : undefined}
            title={
              state === "failed"
                ? "The instance may be down"
                : "The instance did not come up with this version"
            }
          >
            <span className="wrap-anywhere whitespace-pre-line">{reason}</span>
          </Callout>
        )}
        {checks.length > 0 && state !== "kept" ? (
          <div className="flex flex-col gap-2">
            {isWithOld ? <h3 className="font-semibold">With the version that was put back</h3> : null}
            <ApplyChecks checks={checks} isUnderWay={isUnderWay} />
          </div>
        ) : null}
        {output === "" ? null : (
          <CodeBlock
            code={output.trimEnd()}
            label="output of the command"
            className="max-h-80 overflow-y-auto"
          />
        )}
        {apply.takenBack.length > 0 ? <TakenBack apply={apply} operator={operator} /> : null}
        {keep.error ? (
          <Callout tone="danger" role="alert">
            {keep.error.message}
          </Callout>
        ) : null}
      </CardContent>
      {canKeep ? (
        <CardFooter>
          <Button busy={keep.isPending} onClick={() => keep.mutate(apply.id)}>
            Keep it anyway
          </Button>
        </CardFooter>
      ) : null}
    </Card>
  );
}
