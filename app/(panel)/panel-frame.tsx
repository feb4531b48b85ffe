"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useChangedOutside } from "@/components/file/outside/outside-change";
import { PlannedApply, RunningPill } from "@/components/running/running-notices";
import { runningQuery, waitingIn } from "@/components/settings/queries/running";
import { useFileSummary } from "@/components/settings/store/config-file";
import { OpenConfigForm, useChangedPaths } from "@/components/settings/store/config-form";
import { Search } from "@/components/settings/search/search";
import type { FileSummary } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import { groups } from "@/lib/shared/settings/registry";
import { InstanceHead } from "@/components/provisioning/account/instance-head";
import { AppShell, type AppShellProps } from "@/components/shell/app-shell";
import { buildNavigation } from "@/components/shell/navigation";
import { FileStatePill, type FileStateSummary } from "@/components/shell/state-pill";
import { marksOf } from "@/components/shell/marks";
import { lazyComponent } from "@/components/ui/lazy-component";

// Loaded together with the form, because the network may be down when the operator makes the first change.
const SaveBar = lazyComponent(() =>
  import("@/components/settings/review/save-bar").then((part) => part.SaveBar),
);

/** Fills the app shell with the file's state, its problems and the unsaved changes. */
export function PanelFrame({
  operator,
  children,
}: {
  operator: AppShellProps["operator"];
  children: ReactNode;
}) {
  const file = useFileSummary();
  const changed = useChangedPaths();
  const { data: running } = useQuery(runningQuery());
  const marks = useMemo(
    () => marksOf(file, changed, running ? waitingIn(running).map(({ path }) => path) : []),
    [file, changed, running],
  );
  const isUnseen = useChangedOutside() && file.file.state === "usable";
  const { sections } = editionOf(file.naming).registry;
  const navigation = useMemo(() => buildNavigation({ groups, sections }), [sections]);
  return (
    <AppShell
      navigation={navigation}
      operator={operator}
      head={<InstanceHead />}
      marks={marks}
      search={<Search />}
      bar={<OpenSaveBar />}
      fileState={
        <>
          <RunningPill />
          {isUnseen ? <FileStatePill state="changed-outside" href="/settings/history" /> : null}
          {isUnseen && file.problems.length === 0 ? null : (
            <FileStatePill state={stateOf(file)} problems={file.problems.length} />
          )}
        </>
      }
    >
      <PlannedApply />
      {children}
    </AppShell>
  );
}

function stateOf({ file, problems }: FileSummary): FileStateSummary {
  if (file.state !== "usable") return "unusable";
  if (problems.some((problem) => problem.severity === "error")) return "problems";
  return problems.length > 0 ? "warnings" : "valid";
}

/**
 * Renders the save bar on every page, because unsaved changes are kept when the operator opens another page.
 */
function OpenSaveBar() {
  return (
    <OpenConfigForm>
      <SaveBar />
    </OpenConfigForm>
  );
}
