"use client";

import { StateMark } from "@/components/ui/state-mark";
import { isEnded } from "@/lib/shared/contract/values";
import type { ApplyStep, ApplyView } from "@/lib/shared/contract/running";
import { ApplyChecks } from "./apply-checks";
import { timeWords } from "./check-words";

export function ApplySteps({ apply }: { apply: ApplyView }) {
  return (
    <ol aria-label="Progress" className="flex flex-col gap-3">
      {apply.steps.map((step, index) => {
        const isLast = index === apply.steps.length - 1;
        const isRunning = isLast && !isEnded(apply.state);
        const checks = isRunning ? apply.checks : step.checks;
        return (
          <li key={step.at + step.state} className="flex min-w-0 items-start gap-3">
            <Mark step={step} isRunning={isRunning} />
            <div className="flex min-w-0 flex-1 flex-col gap-1.5">
              <p className="flex items-baseline justify-between gap-3">
                <span className="font-medium wrap-anywhere">{titleOf(step, apply, isRunning)}</span>
                {step.endedAt === null ? null : (
                  <span className="shrink-0 text-sm text-muted-foreground tabular-nums">
                    {timeWords(Math.max(0, step.endedAt - step.at))}
                  </span>
                )}
              </p>
              {step.note === null || isLookedAt(step) ? null : (
                <p className="text-sm wrap-anywhere whitespace-pre-line text-muted-foreground">{step.note}</p>
              )}
              {isLookedAt(step) && checks.length > 0 ? (
                <ApplyChecks checks={checks} isWaiting={isRunning} way={apply.way} />
              ) : null}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** Whether the step has no line of its own, because its checks are listed instead. */
const isLookedAt = ({ state }: ApplyStep): boolean =>
  state === "confirming" || state === "asking" || state === "reconfirming";

function Mark({ step: { isOk }, isRunning }: { step: ApplyStep; isRunning: boolean }) {
  if (isRunning) return <StateMark state="busy" word="In progress" />;
  return isOk ? <StateMark state="good" word="Done" /> : <StateMark state="failed" word="Failed" />;
}

function titleOf({ state, isOk }: ApplyStep, apply: ApplyView, isRunning: boolean): string {
  const reloadTitle = apply.way === "broker" ? "Reload the file" : "Restart the instance";
  switch (state) {
    case "requested":
      return "Check the instance";
    case "applying":
      return reloadTitle;
    case "confirming":
      return isRunning ? "Wait until the instance is healthy" : isOk ? "Healthy" : "Not healthy in time";
    case "asking":
      return isRunning ? "Wait for a decision" : isOk ? "Decided" : "No decision in time";
    case "rolling-back":
      return apply.fromVersion === null ? "Roll back" : `Roll back to version ${apply.fromVersion}`;
    case "contested":
      return isRunning ? "Wait for a decision about changed settings" : "Settings that were changed again";
    case "reapplying":
      return apply.way === "broker" ? "Reload again" : "Restart again";
    case "reconfirming":
      return isRunning
        ? "Wait until the instance is healthy with the earlier version"
        : isOk
          ? "Healthy with the earlier version"
          : "Not healthy with the earlier version";
  }
}
