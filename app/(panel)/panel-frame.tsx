"use client";

import { type ReactNode, useMemo } from "react";
import { useChangedOutside } from "@/components/file/outside/outside-change";
import { useConfigDocument, useEdition } from "@/components/settings/store/config-form";
import { Search } from "@/components/settings/search/search";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { sectionCounts } from "@/lib/shared/settings/modified";
import { groups } from "@/lib/shared/settings/registry";
import { AppShell } from "@/components/shell/app-shell";
import { buildNavigation } from "@/components/shell/navigation";
import { FileStatePill, type FileStateSummary } from "@/components/shell/file-state-pill";

/** The app shell, with data from the configuration file: counts per section in the rail, the file's state in the top bar. */
export function PanelFrame({ operator, children }: { operator: { username: string }; children: ReactNode }) {
  const document = useConfigDocument();
  const { sections } = useEdition().registry;
  const navigation = useMemo(() => buildNavigation({ groups, sections }), [sections]);
  const counts = useMemo(() => sectionCounts(document), [document]);
  const isUnseen = useChangedOutside() && document.file.state === "usable";
  return (
    <AppShell
      navigation={navigation}
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

function summaryOf({ file, problems }: ConfigSnapshot): FileStateSummary {
  if (file.state !== "usable") return "unusable";
  if (problems.some((problem) => problem.severity === "error")) return "problems";
  return problems.length > 0 ? "warnings" : "valid";
}
