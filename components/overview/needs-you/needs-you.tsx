"use client";

import { isValidElement, type ReactElement, type ReactNode } from "react";
import type { HiddenWarning } from "@/lib/shared/contract/hidden-warnings";
import { useQuery } from "@tanstack/react-query";
import { FileBanner } from "@/components/file/outside/file-banner";
import { undoneQuery } from "@/components/file/queries/history";
import {
  FileOfOthers,
  isUndecided,
  NotReadNotice,
} from "@/components/provisioning/connection/connection-notices";
import { waitingIn } from "@/components/settings/queries/running";
import { useStatus } from "@/components/shell/queries/status";
import { isOutage } from "@/components/shell/status-words";
import { Card } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { ConnectionView } from "@/lib/shared/contract/instance";
import type { UndoneValue } from "@/lib/shared/contract/history";
import type { RunningReport } from "@/lib/shared/contract/running";
import { isEnded } from "@/lib/shared/contract/values";
import type { WatchAnswer } from "@/lib/shared/contract/watch";
import { hiddenWarningsQuery } from "../queries/hidden-warnings";
import { HiddenRows, MayWait } from "./got-it";
import { NeedsRow } from "./needs-row";
import { addressRule, groupProblems } from "./problem-groups";
import { ProblemRow } from "./problem-row";
import {
  ApplyRow,
  BackupRow,
  BeforeOutageRow,
  CertificateRow,
  endingCertificates,
  ExposedMetricsRow,
  isBackupDue,
  isBeforeOutage,
  needsLook,
  PendingRow,
  recentUpgrade,
  UpgradeRow,
} from "./rows";

const UndoneNotice = lazyComponent(() =>
  import("@/components/file/outside/undone-notice").then((part) => part.UndoneNotice),
);

/** How many rows both groups show together, so that the plot begins on a screen 900 px high. */
const mostShown = 4;

export interface NeedsYouProps {
  document: ConfigSnapshot;
  connection: ConnectionView;
  report: RunningReport | undefined;
  undone: UndoneValue[];
  watch: WatchAnswer;
}

interface GroupsProps extends NeedsYouProps {
  firstSteps: ReactNode;
}

/**
 * Lists what needs the operator now, and what may wait. An outage is not listed here: it is the headline. In trouble,
 * only one row of what may wait is shown.
 */
export function NeedsYou({ firstSteps, ...props }: GroupsProps) {
  const { now, later: all } = useRows(props, Boolean(firstSteps));
  const { data: hidden = [] } = useQuery(hiddenWarningsQuery());
  // A hidden warning that no longer exists is not worth a line.
  const hiddenNow = hidden.filter(({ key }) => all.some((row) => row.key === key));
  const later = all.filter((row) => !hiddenNow.some(({ key }) => key === row.key));
  const isTrouble = isOutage(useStatus());
  const most = Math.max(1, isTrouble ? 1 : mostShown - now.length);
  const folded = later.length - most > 1 ? later.slice(most) : [];
  const shown = later.slice(0, later.length - folded.length);
  if ((!firstSteps || isTrouble) && now.length + all.length === 0) return null;
  return (
    <Card id="problems" className="@container scroll-mt-20 divide-y overflow-hidden" aria-label="Needs you">
      {isTrouble ? null : firstSteps}
      <Group title="Now" count={now.length}>
        {now}
      </Group>
      <Group title="When you have time" count={later.length} folded={folded.map(mayWait)} hidden={hiddenNow}>
        {shown.map(mayWait)}
      </Group>
    </Card>
  );
}

const mayWait = (row: ReactElement) => (
  <MayWait key={row.key} id={row.key ?? ""}>
    {row}
  </MayWait>
);

interface GroupProps {
  title: string;
  count: number;
  folded?: readonly ReactElement[];
  hidden?: readonly HiddenWarning[];
  children: readonly ReactElement[];
}

function Group({ title, count, folded = [], hidden = [], children }: GroupProps) {
  if (count + hidden.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="px-4 pt-3 pb-0.5 text-sm font-semibold sm:px-6">
        {title} <span className="font-normal text-muted-foreground tabular-nums">{count}</span>
      </h2>
      <ul className="divide-y">{children}</ul>
      {folded.length > 0 ? (
        <details className="border-t">
          <summary className="flex min-h-10 cursor-pointer items-center px-4 text-sm text-muted-foreground hover:text-foreground max-sm:min-h-11 sm:px-6">
            {folded.length} more
          </summary>
          <ul className="divide-y border-t">{folded}</ul>
        </details>
      ) : null}
      <HiddenRows hidden={hidden} />
    </section>
  );
}

/** @param hasSteps whether the first steps are shown, which contain the form for missing addresses */
function useRows({ document, connection, report, undone, watch }: NeedsYouProps, hasSteps: boolean) {
  const { data: values } = useQuery({ ...undoneQuery(), initialData: undone });
  const status = useStatus();
  const { file, problems } = document;
  const isUsable = file.state === "usable";
  const rest = problems.filter(({ path, code }) =>
    isUsable ? code !== "undone" || values.length === 0 : path !== undefined,
  );
  const problemGroups = groupProblems(rest).filter(({ rule }) => !hasSteps || rule !== addressRule);
  const groups = problemGroups.map((group) => ({
    // A missing address counts as an error, because clients cannot find the instance without it.
    isError: group.severity === "error" || group.rule === addressRule,
    row: <ProblemRow key={group.key} group={group} document={document} />,
  }));
  const certificates = endingCertificates(watch.parts);
  const hasExpired = certificates.some(({ days }) => days < 0);
  const certificateRow = <CertificateRow key="certificates" certificates={certificates} />;
  const backupRow = isBackupDue(watch) && <BackupRow key="backup" watch={watch} />;
  const apply = report?.apply ?? null;
  const applyRow = apply && needsLook(apply, watch.at) && (
    <ApplyRow key={`apply ${apply.id}`} apply={apply} />
  );
  const isWaiting = apply !== null && !isEnded(apply.state);
  const now = [
    (!isUsable || file.readOnly !== null) && <FileBanner key="file" frame={NeedsRow} />,
    isWaiting && applyRow,
    isOutage(status) && status.since !== null && apply && isBeforeOutage(apply, status.since) && (
      <BeforeOutageRow key="before" apply={apply} since={status.since} />
    ),
    ...groups.filter(({ isError }) => isError).map(({ row }) => row),
    report && waitingIn(report).length > 0 && (
      <PendingRow key="pending" report={report} isTrouble={isOutage(status)} />
    ),
    isUsable && values.length > 0 && (
      <UndoneNotice key="undone" undone={values} document={document} frame={NeedsRow} />
    ),
    isUndecided(connection) && (
      <FileOfOthers key="others" connection={connection} withLink frame={NeedsRow} />
    ),
    hasExpired && certificateRow,
    watch.backupProblem !== null && backupRow,
  ];
  const upgrade = recentUpgrade(report, watch.at);
  const later = [
    !isWaiting && applyRow,
    upgrade && <UpgradeRow key={`upgrade ${upgrade.at}`} change={upgrade} />,
    report && report.exposedMetrics.length > 0 && (
      <ExposedMetricsRow key="metrics" addresses={report.exposedMetrics} />
    ),
    report?.seemsUnread && <NotReadNotice key="unread" frame={NeedsRow} />,
    certificates.length > 0 && !hasExpired && certificateRow,
    watch.backupProblem === null && backupRow,
    ...groups.filter(({ isError }) => !isError).map(({ row }) => row),
  ];
  const rowsOf = (rows: readonly unknown[]) => rows.filter((row): row is ReactElement => isValidElement(row));
  return { now: rowsOf(now), later: rowsOf(later) };
}
