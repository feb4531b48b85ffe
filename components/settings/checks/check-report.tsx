import { CircleAlert, CircleCheck } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { CheckResult, CheckStep } from "@/lib/shared/contract/checks";
import type { RunningCheck } from "./use-check";

interface CheckReportProps {
  title: string;
  check: RunningCheck;
  /** Called with the private addresses (`host:port`) that the operator has confirmed. */
  onConfirm: (addresses: readonly string[]) => void;
}

export function CheckReport({ title, check, onConfirm }: CheckReportProps) {
  const { outcome, isRunning, isStale } = check;
  if (isRunning) return <p className="text-sm text-muted-foreground">Checking the {title}.</p>;
  if (outcome === null) return null;
  if (outcome.kind === "failed") {
    return (
      <Callout tone="danger" title="Nothing was checked">
        {outcome.message}
      </Callout>
    );
  }
  const toConfirm = [...new Set(outcome.result.steps.flatMap(({ confirm }) => confirm ?? []))];
  return (
    <div className="flex flex-col gap-3 rounded-lg border bg-surface p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
        <span>{summaryOf(outcome.result)}</span>
        <span className="text-sm font-normal text-muted-foreground tabular-nums">
          {outcome.result.durationMs.toLocaleString("en")} ms
        </span>
      </p>
      {byTarget(outcome.result.steps).map(([target, steps]) => (
        <section key={target} aria-label={target || "Steps"} className="flex flex-col gap-1.5">
          {target ? <h3 className="text-sm font-medium">{target}</h3> : null}
          <ol className="flex flex-col gap-1.5">
            {steps.map((step) => (
              <Step key={step.name} step={step} />
            ))}
          </ol>
        </section>
      ))}
      {toConfirm.length > 0 && !isStale ? (
        <Button size="sm" className="self-start" onClick={() => onConfirm(toConfirm)}>
          Try {toConfirm.join(" and ")} once
        </Button>
      ) : null}
      {isStale ? (
        <p className="text-sm text-warning-text">The settings changed after this check. Check again.</p>
      ) : null}
    </div>
  );
}

function Step({ step: { name, ok, message } }: { step: CheckStep }) {
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <li className="flex gap-2 text-sm">
      <Icon
        aria-hidden="true"
        className={
          ok ? "mt-0.5 size-4 shrink-0 text-success-text" : "mt-0.5 size-4 shrink-0 text-danger-text"
        }
      />
      <p className="min-w-0 wrap-anywhere">
        <span className="font-medium">{name}</span>{" "}
        <span className={ok ? "sr-only" : "font-medium text-danger-text"}>{ok ? "works" : "failed"}</span>
        <span aria-hidden="true"> · </span>
        <span className={ok ? "text-muted-foreground" : undefined}>{message}</span>
      </p>
    </li>
  );
}

function summaryOf({ ok, steps }: CheckResult): string {
  if (ok)
    return steps.some(({ name }) => name === "Test mail") ? "It works. A test mail was sent." : "It works";
  return "It does not work";
}

function byTarget(steps: readonly CheckStep[]): [string, CheckStep[]][] {
  const targets = [...new Set(steps.map(({ target }) => target ?? ""))];
  return targets.map((target) => [target, steps.filter((step) => (step.target ?? "") === target)]);
}
