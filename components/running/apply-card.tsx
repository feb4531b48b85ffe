"use client";

import { Ago } from "@/components/ui/moment";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { CodeBlock } from "@/components/ui/copy-button";
import { failedChecks, isEnded } from "@/lib/shared/contract/values";
import type { ApplyStep, ApplyView } from "@/lib/shared/contract/running";
import { ApplyQuestion } from "./apply-question";
import { ApplySteps } from "./apply-steps";
import { applyTones, applyTitles } from "./running-words";
import { TakenBack } from "./taken-back";

export function ApplyCard({ apply, operator }: { apply: ApplyView; operator: string }) {
  const { state, secondsLeft, output } = apply;
  const isUnderWay = !isEnded(state);
  const words = state === "confirming" && apply.canRollBack ? "rolls back" : "gives up";
  const isCounting = secondsLeft !== null && (state === "confirming" || state === "reconfirming");
  return (
    <Card
      aria-label="Apply"
      role="region"
      title={isUnderWay ? "Applying the file" : "Last apply"}
      action={
        <span role="status">
          <Badge tone={applyTones[state] ?? "accent"}>{applyTitles[state]}</Badge>
        </span>
      }
    >
      <CardContent className="flex flex-col gap-4">
        <p className="text-muted-foreground">
          {apply.version === null ? null : `Version ${apply.version} · `}
          {apply.actor} · <Ago at={apply.at} />
          {isCounting ? <span className="tabular-nums">{` · ${words} in ${secondsLeft}\u00a0s`}</span> : null}
        </p>
        <ApplyReason apply={apply} />
        <ApplyQuestion apply={apply} />
        <ApplySteps apply={apply} />
        {output === "" ? null : (
          <CodeBlock
            code={output.trimEnd()}
            label="output of the command"
            className="max-h-80 overflow-y-auto"
          />
        )}
        {!isUnderWay && apply.takenBack.length > 0 ? <TakenBack apply={apply} operator={operator} /> : null}
        <Link
          href={`/running/applies/${apply.id}`}
          className="self-start rounded-sm text-accent-text hover:underline"
        >
          Open this apply
        </Link>
      </CardContent>
    </Card>
  );
}

export function ApplyReason({ apply: { state, steps, reason } }: { apply: ApplyView }) {
  if (reason === null || state === "asking") return null;
  return (
    <Callout
      tone={state === "failed" ? "danger" : "warning"}
      role={isEnded(state) ? undefined : "status"}
      title={reasonTitle(state, steps)}
    >
      <span className="wrap-anywhere whitespace-pre-line">{reason}</span>
    </Callout>
  );
}

function reasonTitle(state: ApplyView["state"], steps: readonly ApplyStep[]): string {
  if (state === "kept") return "Not confirmed";
  if (state !== "failed") {
    const isUnhealthy = steps.some(
      (step) => step.state === "confirming" && failedChecks(step.checks).length > 0,
    );
    return isUnhealthy ? "The instance was not healthy with this version" : "The version was not confirmed";
  }
  if (!steps.some((step) => step.state === "applying")) return "Nothing was applied";
  const failed = failedChecks(steps.at(-1)?.checks ?? []);
  if (failed.some(({ name }) => name === "api")) return "The instance was not up when the apply ended";
  return failed.length > 0 ? "Some checks failed" : "The apply failed";
}
