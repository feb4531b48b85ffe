"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { useChangedOutside } from "@/components/file/outside/outside-change";
import { runningQuery, waitingIn } from "@/components/settings/queries/running";
import { ConfigValues, useChangedPaths, useFileSummary } from "@/components/settings/store/config-form";
import { usePresence } from "@/components/settings/store/presence";
import { Search } from "@/components/settings/search/search";
import type { InstanceStatus } from "@/lib/shared/contract/watch";
import { editionOf } from "@/lib/shared/settings/editions";
import { limitOf } from "@/lib/shared/role";
import { groups } from "@/lib/shared/settings/registry";
import { InstanceHead, InstanceLine } from "@/components/provisioning/account/instance-head";
import { AppShell, type AppShellProps } from "@/components/shell/app-shell";
import { buildNavigation } from "@/components/shell/navigation";
import { useStatus } from "@/components/shell/queries/status";
import { ActionNotice, useStanding } from "@/components/shell/standing";
import { StatePill } from "@/components/shell/state-pill";
import { StatusTitle } from "@/components/shell/status-title";
import { marksOf } from "@/components/shell/marks";
import { lazyComponent } from "@/components/ui/lazy-component";
import { RenderedAt } from "@/components/ui/moment";
import { stateItems } from "./state-items";

const PlannedApply = lazyComponent(() =>
  import("@/components/running/running-notices").then((part) => part.PlannedApply),
);
// Loaded together with the form, because the network may be down when the operator makes the first change.
const SaveBar = lazyComponent(() =>
  import("@/components/settings/review/save-bar").then((part) => part.SaveBar),
);

export function PanelFrame({
  operator,
  status: loaded,
  children,
}: {
  operator: AppShellProps["operator"];
  status: InstanceStatus;
  children: ReactNode;
}) {
  const file = useFileSummary();
  const changed = useChangedPaths();
  usePresence(changed);
  const status = useStatus(loaded);
  const { data: running } = useQuery(runningQuery());
  const marks = useMemo(
    () => marksOf(file, changed, running ? waitingIn(running).map(({ path }) => path) : []),
    [file, changed, running],
  );
  const isChangedOutside = useChangedOutside();
  const { sections } = editionOf(file.naming).registry;
  const standing = useStanding();
  const navigation = useMemo(() => {
    const allowed = limitOf(standing)?.map(({ id }) => id);
    return buildNavigation({ groups, sections, allowed });
  }, [sections, standing]);
  return (
    <AppShell
      navigation={navigation}
      operator={operator}
      head={<InstanceHead />}
      headLine={<InstanceLine />}
      marks={marks}
      search={<Search />}
      bar={<OpenSaveBar />}
      state={
        <StatePill
          items={stateItems({ status, file, report: running, marks: marks.total, isChangedOutside })}
        />
      }
    >
      <StatusTitle />
      {running?.plan ? <PlannedApply plan={running.plan} /> : null}
      <ActionNotice />
      <RenderedAt value={loaded.at}>{children}</RenderedAt>
    </AppShell>
  );
}

/**
 * Renders the save bar on every page, because unsaved changes are kept when the operator opens another page.
 */
function OpenSaveBar() {
  return (
    <ConfigValues>
      <SaveBar />
    </ConfigValues>
  );
}
