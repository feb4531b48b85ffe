"use client";

import { type ReactNode, useMemo } from "react";
import { useChangedOutside } from "@/components/file-events/outside-change";
import { useConfigDocument } from "@/components/form/config-form";
import { Search } from "@/components/search/search";
import type { ConfigDocument } from "@/lib/config/document";
import { sectionCounts } from "@/lib/config/modified";
import { AppShell } from "./app-shell";
import { FileStatePill, type FileStateSummary } from "./file-state-pill";

/** The shell with what the file says in it: counts per section in the rail, the file's state in the top bar. */
export function PanelFrame({ operator, children }: { operator: { username: string }; children: ReactNode }) {
  const document = useConfigDocument();
  const counts = useMemo(() => sectionCounts(document), [document]);
  const isUnseen = useChangedOutside() && document.file.state === "usable";
  return (
    <AppShell
      operator={operator}
      counts={counts}
      search={<Search />}
      fileState={
        isUnseen ? (
          <FileStatePill state="changed-outside" href="/settings/history" />
        ) : (
          <FileStatePill state={summaryOf(document)} problems={document.problems.length} />
        )
      }
    >
      {children}
    </AppShell>
  );
}

function summaryOf({ file, problems }: ConfigDocument): FileStateSummary {
  if (file.state !== "usable") return "unusable";
  if (problems.some((problem) => problem.severity === "error")) return "problems";
  return problems.length > 0 ? "warnings" : "valid";
}
