"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { createContext, type ReactNode, use } from "react";
import { Link } from "@/components/ui/link";
import type { PendingSetting, RunningReport } from "@/lib/shared/contract/running";
import type { Field } from "@/lib/shared/settings/field";
import { runningQuery } from "../queries/running";
import { describeEntry } from "../store/words";

const RunningContext = createContext<RunningReport | undefined>(undefined);

/** Provides the report about the running instance to all rows. The panel's layout fetches the report. */
export function RunsWithProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery({ ...runningQuery(), enabled: false });
  return <RunningContext value={data}>{children}</RunningContext>;
}

export function RunsWith({ fields }: { fields: readonly Field[] }) {
  const running = use(RunningContext);
  const said = fields.flatMap((field) => {
    const pending = running?.settings.find(({ path }) => path === field.path);
    return pending ? [wordsOf(field, pending)] : [];
  });
  if (said.length === 0) return null;
  return (
    <p data-slot="runs-with" className="flex items-start gap-1.5 text-xs text-muted-foreground">
      <RotateCcw aria-hidden="true" className="mt-0.5 size-3 shrink-0 text-warning-text" />
      <Link
        href="/running"
        className="min-w-0 rounded-sm wrap-anywhere hover:text-foreground hover:underline"
      >
        {said.join("; ")}
      </Link>
    </p>
  );
}

function wordsOf(field: Field, { state, secret, runs }: PendingSetting): string {
  if (state === "unknown") return "Saved after the last known restart";
  if (secret) {
    return state === "environment"
      ? "The instance's environment may override this"
      : "The instance uses another value";
  }
  const value = describeEntry(field, { set: true, value: runs });
  return `The instance uses ${value}${state === "environment" ? ", possibly from its environment" : ""}`;
}
