"use client";

import { useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { useConfig } from "@/components/form/config-form";
import { type ConfigForm, nameOf } from "@/components/form/entry";
import { operationsOf } from "@/components/form/operations";
import { type CheckKind, type CheckResult, checks } from "@/lib/config/checks";
import { RequestError } from "@/lib/queries/http";
import { runCheck } from "@/lib/queries/run-check";

type Outcome = { kind: "result"; result: CheckResult } | { kind: "failed"; message: string };

/** The check of a card, with the values that are in its controls now. */
export function useCheck(kind: CheckKind) {
  const { store } = useConfig();
  const [isRunning, setRunning] = useState(false);
  const [outcome, setOutcome] = useState<(Outcome & { of: string }) | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  // What was checked, to tell when the controls have moved on since.
  const now = JSON.stringify(useWatch<ConfigForm>({ name: checks[kind].paths.map(nameOf) }));

  const start = (to: string) => {
    const drafts = checks[kind].paths.flatMap((path) => {
      const draft = store.drafts().get(path);
      return draft === undefined ? [] : [[path, draft.entry] as const];
    });
    const operations = operationsOf(Object.fromEntries(drafts));
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    setOutcome(null);
    runCheck({ kind, operations, to: to || undefined, signal: controller.signal })
      .then((result): Outcome => ({ kind: "result", result }), failureOf)
      .then((outcome) => {
        // A check that was cancelled, or left behind by leaving the page, has no outcome.
        if (controller.signal.aborted) return;
        setOutcome({ ...outcome, of: now });
        setRunning(false);
      });
  };

  const cancel = () => {
    running.current?.abort();
    setRunning(false);
  };

  return { start, cancel, isRunning, outcome, isStale: outcome !== null && outcome.of !== now };
}

export type RunningCheck = ReturnType<typeof useCheck>;

function failureOf(error: unknown): Outcome {
  if (error instanceof RequestError) {
    return { kind: "failed", message: error.problems[0]?.message ?? error.message };
  }
  if (error instanceof DOMException) return { kind: "failed", message: "The check was cancelled." };
  throw error;
}
