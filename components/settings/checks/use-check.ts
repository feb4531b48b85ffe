"use client";

import { useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { useConfigStore } from "../store/config-form";
import { nameOf } from "../store/entry";
import { checks } from "@/lib/shared/contract/check-kinds";
import type { CheckKind, CheckResult } from "@/lib/shared/contract/checks";
import { RequestError } from "@/components/shell/queries/call";
import { runCheck } from "../queries/checks";

type Outcome = { kind: "result"; result: CheckResult } | { kind: "failed"; message: string };

/** Runs a card's connection check with the values in the form, including unsaved ones. */
export function useCheck(kind: CheckKind) {
  const store = useConfigStore();
  const [isRunning, setRunning] = useState(false);
  const [outcome, setOutcome] = useState<(Outcome & { of: string }) | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  // Serialized, so that a result can be marked as stale when one of the checked values changes later.
  const now = JSON.stringify(
    useWatch({ control: store.form.control, name: checks[kind].paths.map(nameOf), exact: true }),
  );

  const start = (to: string, confirmed?: readonly string[]) => {
    const drafts = store.draftEntries(checks[kind].paths);
    const controller = new AbortController();
    running.current = controller;
    setRunning(true);
    setOutcome(null);
    store
      .ready()
      .then(() => {
        const operations = store.operationsOf(drafts);
        return runCheck({ kind, operations, to: to || undefined, confirmed, signal: controller.signal });
      })
      .then((result): Outcome => ({ kind: "result", result }), failureOf)
      .then((outcome) => {
        // Ignores the result if the operator canceled the check or left the page.
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
  if (error instanceof DOMException) return { kind: "failed", message: "The check was canceled." };
  if (!(error instanceof Error)) throw error;
  const [problem] = error instanceof RequestError ? error.problems : [];
  return { kind: "failed", message: problem?.message ?? error.message };
}
