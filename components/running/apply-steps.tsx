"use client";

import { StateMark } from "@/components/ui/state-mark";
import { failedChecks, isClientCheck, isEnded } from "@/lib/shared/contract/values";
import type { ApplyCheck, ApplyStep, ApplyView, ReloadWay } from "@/lib/shared/contract/running";
import { checkWords, partWords, timeWords } from "./check-words";

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

/** Whether checks are listed below the step, instead of its note. */
const isLookedAt = ({ state }: ApplyStep): boolean =>
  state === "confirming" || state === "asking" || state === "reconfirming";

function Mark({ step: { isOk }, isRunning }: { step: ApplyStep; isRunning: boolean }) {
  if (isRunning) return <StateMark state="busy" word="In progress" />;
  return isOk ? <StateMark state="good" word="Done" /> : <StateMark state="failed" word="Failed" />;
}

function titleOf(step: ApplyStep, apply: ApplyView, isRunning: boolean): string {
  const { state, isOk } = step;
  switch (state) {
    case "requested":
      return "Check the instance";
    case "applying":
      return apply.way === "broker" ? "Reload the file" : "Restart the instance";
    case "confirming":
      if (isRunning) return "Wait until the instance is healthy";
      return isOk
        ? "Healthy"
        : failedChecks(step.checks).length > 0
          ? "Not healthy in time"
          : "Not confirmed";
    case "asking":
      return isRunning ? "Wait for a decision" : isOk ? "Decided" : "No decision in time";
    case "checking-in":
      return isRunning ? "Wait for a confirmation" : isOk ? "Confirmed" : "Not confirmed";
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

interface ApplyChecksProps {
  checks: readonly ApplyCheck[];
  isWaiting: boolean;
  /** How the file is applied. `broker` makes the processes reload the file without a restart. */
  way: ReloadWay;
}

function ApplyChecks({ checks, isWaiting, way }: ApplyChecksProps) {
  return (
    <ul aria-label="Checks" className="flex flex-col gap-1">
      {checks.map((check) => (
        <li key={check.name} className="flex min-w-0 items-start gap-2 text-sm">
          <State check={check} isWaiting={isWaiting} />
          <span className="min-w-0 flex-1 wrap-anywhere">
            {check.isIgnored ? (
              <span className="text-muted-foreground">
                {isClientCheck(check.name)
                  ? `Also failed before the apply: ${checkWords(check.name)}`
                  : `${partWords(check.name)} was already down before the apply.`}
              </span>
            ) : (
              <>
                {checkWords(check.name)}
                {check.reason === undefined ? null : (
                  <span className="block text-muted-foreground">{check.reason}</span>
                )}
              </>
            )}
          </span>
          <span className="shrink-0 text-muted-foreground tabular-nums">{factsOf(check, way)}</span>
        </li>
      ))}
    </ul>
  );
}

const restartable: readonly ApplyCheck["name"][] = ["api", "gateway", "cdn"];

function factsOf({ name, isUp, ms, hasRestarted }: ApplyCheck, way: ReloadWay): string {
  const isShown = isUp && way !== "broker" && restartable.includes(name);
  return [
    isShown ? (hasRestarted ? "restarted" : "no restart seen") : [],
    isUp && ms !== undefined ? timeWords(ms) : [],
  ]
    .flat()
    .join(" · ");
}

function State({ check, isWaiting }: { check: ApplyCheck; isWaiting: boolean }) {
  const { isUp, isUnproven, isIgnored } = check;
  if (isUnproven) return <StateMark state="none" word="Not verified" />;
  if (isUp) return <StateMark state="good" word="Yes" />;
  if (isIgnored) return <StateMark state="none" word="Ignored" />;
  return isWaiting ? <StateMark state="busy" word="Waiting" /> : <StateMark state="failed" word="No" />;
}
