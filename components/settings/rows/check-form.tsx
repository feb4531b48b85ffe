import { Cable, CircleAlert, CircleCheck } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { SubmitButton } from "@/components/shell/form/form-parts";
import { Button } from "@/components/ui/button";
import { Input, Label } from "@/components/ui/input";
import { checks } from "@/lib/shared/contract/check-kinds";
import type { Check, CheckKind, CheckResult, CheckStep } from "@/lib/shared/contract/checks";
import { Callout } from "@/components/ui/callout";
import { RequestError } from "@/components/shell/queries/call";
import { useConfigStore } from "../store/config-form";
import { nameOf } from "../store/entry";
import { runCheck } from "../queries/checks";

export function CheckForm({ kind }: { kind: CheckKind }) {
  const check = useCheck(kind);
  const { title, mails }: Check = checks[kind];
  const [to, setTo] = useState("");
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.start({ to: to.trim() });
  };
  return (
    <form
      id={kind === "smtp" ? "test-mail" : undefined}
      data-slot="connection-check"
      data-print="hidden"
      className="flex flex-col gap-3 border-t bg-muted/40 px-4 py-4 sm:px-6"
      onSubmit={submit}
      noValidate
    >
      <div className="flex flex-wrap items-end justify-between gap-3">
        {mails ? (
          <div className="flex min-w-48 flex-1 flex-col gap-1.5 sm:max-w-72">
            <Label htmlFor={id}>Send a test mail to</Label>
            <Input
              id={id}
              type="email"
              autoComplete="email"
              placeholder="Nobody"
              value={to}
              onChange={(event) => setTo(event.target.value)}
            />
          </div>
        ) : (
          <p className="min-w-48 flex-1 self-center text-sm text-muted-foreground">
            Checks the values in this form. Asks before it connects to a private address that is not saved.
          </p>
        )}
        <div className="flex gap-2 max-sm:w-full">
          {check.isPending ? (
            <Button variant="ghost" onClick={check.cancel}>
              Cancel check
            </Button>
          ) : null}
          <SubmitButton busy={check.isPending} className="max-sm:flex-1">
            <Cable aria-hidden="true" />
            Check {title}
          </SubmitButton>
        </div>
      </div>
      <div aria-live="polite" className="empty:hidden">
        <CheckReport
          title={title}
          check={check}
          onConfirm={(addresses) => check.start({ to: to.trim(), confirmed: addresses })}
        />
      </div>
    </form>
  );
}

interface CheckReportProps {
  title: string;
  check: ReturnType<typeof useCheck>;
  /** Called with the private addresses (`host:port`) to which the operator has allowed the check to connect. */
  onConfirm: (addresses: readonly string[]) => void;
}

function CheckReport({ title, check, onConfirm }: CheckReportProps) {
  const { error, result, isStale } = check;
  if (check.isPending) return <p className="text-sm text-muted-foreground">Checking the {title}.</p>;
  if (error !== null) {
    const [problem] = error instanceof RequestError ? error.problems : [];
    return (
      <Callout tone="danger" title="Nothing was checked">
        {problem?.message ?? error.message}
      </Callout>
    );
  }
  if (result === undefined) return null;
  const toConfirm = [...new Set(result.steps.flatMap(({ confirm }) => confirm ?? []))];
  return (
    <div className="flex flex-col gap-3 rounded-lg border bg-surface p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
        <span>{summaryOf(result)}</span>
        <span className="text-sm font-normal text-muted-foreground tabular-nums">
          {result.durationMs.toLocaleString("en")} ms
        </span>
      </p>
      {byTarget(result.steps).map(([target, steps]) => (
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

interface CheckRequest {
  to: string;
  confirmed?: readonly string[];
}

function useCheck(kind: CheckKind) {
  const store = useConfigStore();
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  // Serialized, so that a result can be marked as stale when one of the checked values changes later.
  const now = JSON.stringify(
    useWatch({ control: store.form.control, name: checks[kind].paths.map(nameOf), exact: true }),
  );

  const { mutate, reset, isPending, data, error } = useMutation({
    async mutationFn({ to, confirmed }: CheckRequest) {
      const drafts = store.draftEntries(checks[kind].paths);
      const { signal } = (running.current = new AbortController());
      await store.ready();
      const operations = store.operationsOf(drafts);
      return {
        of: now,
        result: await runCheck(kind, { operations, to: to || undefined, confirmed }, signal),
      };
    },
  });
  const cancel = () => {
    running.current?.abort();
    reset();
  };
  return { start: mutate, cancel, isPending, error, result: data?.result, isStale: data?.of !== now };
}
