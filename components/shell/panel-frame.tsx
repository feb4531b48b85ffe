"use client";

import { type ReactNode, useMemo } from "react";
import { useConfigDocument } from "@/components/form/config-form";
import { sectionCounts } from "@/lib/config/modified";
import { AppShell } from "./app-shell";
import { FileStatePill } from "./file-state-pill";

/** The shell with what the file says in it: counts per section in the rail, the file's state in the top bar. */
export function PanelFrame({ operator, children }: { operator: { username: string }; children: ReactNode }) {
  const document = useConfigDocument();
  const counts = useMemo(() => sectionCounts(document), [document]);
  const problems = document.problems.length;
  const state = document.file.state !== "usable" ? "unusable" : problems > 0 ? "problems" : "valid";
  return (
    <AppShell
      operator={operator}
      counts={counts}
      fileState={<FileStatePill state={state} problems={problems} />}
    >
      {children}
    </AppShell>
  );
}
