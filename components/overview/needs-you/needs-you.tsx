"use client";

import { CircleCheck } from "lucide-react";
import { isValidElement, type ReactElement } from "react";
import { useQuery } from "@tanstack/react-query";
import { FileBanner } from "@/components/file/outside/file-banner";
import { undoneQuery } from "@/components/file/queries/history";
import {
  FileOfOthers,
  isUndecided,
  NotReadNotice,
} from "@/components/provisioning/connection/connection-notices";
import { waitingIn } from "@/components/settings/queries/running";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { ConnectionView } from "@/lib/shared/contract/instance";
import type { UndoneValue } from "@/lib/shared/contract/history";
import type { RunningReport } from "@/lib/shared/contract/running";
import type { WatchAnswer } from "@/lib/shared/contract/watch";
import { addressRule, groupProblems } from "./problem-groups";
import { ProblemRow } from "./problem-row";
import {
  ApplyRow,
  BackupRow,
  CertificateRow,
  DownRow,
  endingCertificates,
  isBackupDue,
  needsLook,
  NeedsRow,
  PendingRow,
} from "./rows";

const UndoneNotice = lazyComponent(() =>
  import("@/components/file/outside/undone-notice").then((part) => part.UndoneNotice),
);

/** The most rows that fit on a screen 900 px high. Warnings beyond that are collapsed. */
const mostShown = 9;

export interface NeedsYouProps {
  document: ConfigSnapshot;
  connection: ConnectionView;
  /** Undefined until the instance has responded. */
  report: RunningReport | undefined;
  undone: UndoneValue[];
  watch: WatchAnswer;
}

/** Lists everything that needs the operator's attention, the most serious first. */
export function NeedsYou(props: NeedsYouProps) {
  const rows = useRows(props);
  const folded = rows.slice(mostShown);
  const shown = folded.length > 1 ? rows.slice(0, mostShown) : rows;
  return (
    <Card id="problems" className="@container scroll-mt-20" aria-labelledby="needs-you">
      <CardHeader row>
        <CardTitle id="needs-you" className="flex items-center gap-2">
          {rows.length === 0 ? (
            <>
              <CircleCheck aria-hidden="true" className="size-4 text-success-text" /> Nothing needs your
              attention
            </>
          ) : (
            <>
              Needs you <Badge className="tabular-nums">{rows.length}</Badge>
            </>
          )}
        </CardTitle>
        {rows.length === 0 ? (
          <span className="text-sm text-muted-foreground">
            Every setting is valid and in effect, and the last backup is recent.
          </span>
        ) : null}
      </CardHeader>
      {rows.length === 0 ? null : <ul className="divide-y">{shown}</ul>}
      {folded.length > 1 ? (
        <details className="border-t">
          <summary className="cursor-pointer px-4 py-2.5 text-sm text-muted-foreground hover:text-foreground sm:px-6">
            {folded.length} more warnings
          </summary>
          <ul className="divide-y border-t">{folded}</ul>
        </details>
      ) : null}
    </Card>
  );
}

function useRows({ document, connection, report, undone, watch }: NeedsYouProps): ReactElement[] {
  const { data: values } = useQuery({ ...undoneQuery(), initialData: undone });
  const { file, problems } = document;
  const isUsable = file.state === "usable";
  // Leaves out problems that the rows about the file and about undone values already show.
  const rest = problems.filter(({ path, code }) =>
    isUsable ? code !== "undone" || values.length === 0 : path !== undefined,
  );
  const groups = groupProblems(rest).map((group) => ({
    // A missing address counts as an error, because clients cannot find the instance without it.
    isError: group.severity === "error" || group.rule === addressRule,
    row: <ProblemRow key={group.key} group={group} document={document} />,
  }));
  const isRestarting = watch.restarts.some(({ to }) => to === null);
  const down = isRestarting ? [] : watch.parts.filter(({ isUp }) => !isUp);
  const certificates = endingCertificates(watch.parts);
  const rows = [
    (!isUsable || file.readOnly !== null) && <FileBanner key="file" frame={NeedsRow} />,
    report?.apply && needsLook(report.apply, watch.at) && <ApplyRow key="apply" apply={report.apply} />,
    down.length > 0 && <DownRow key="down" down={down} watch={watch} />,
    ...groups.filter(({ isError }) => isError).map(({ row }) => row),
    report && waitingIn(report).length > 0 && <PendingRow key="pending" report={report} />,
    isUsable && values.length > 0 && (
      <UndoneNotice key="undone" undone={values} document={document} frame={NeedsRow} />
    ),
    isUndecided(connection) && (
      <FileOfOthers key="others" connection={connection} withLink frame={NeedsRow} />
    ),
    report?.seemsUnread && <NotReadNotice key="unread" frame={NeedsRow} />,
    certificates.length > 0 && <CertificateRow key="certificates" certificates={certificates} />,
    isBackupDue(watch) && <BackupRow key="backup" watch={watch} />,
    ...groups.filter(({ isError }) => !isError).map(({ row }) => row),
  ];
  return rows.filter((row) => isValidElement(row));
}
