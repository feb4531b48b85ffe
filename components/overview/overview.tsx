"use client";

import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { useConfigDocument } from "@/components/settings/store/config-form";
import { BrokenFileNotice } from "@/components/file/outside/broken-file-notice";
import { buttonVariants } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import type { RevisionPage } from "@/lib/shared/contract/history";
import { getAt } from "@/lib/shared/settings/values";
import { FileCard } from "./file-card";
import { FirstStepsCard } from "./first-steps/first-steps-card";
import { ProblemList } from "./problems/problem-list";
import { RecentChanges } from "./recent/recent-changes";

export interface OverviewProps {
  /** The newest versions of the file, as the server loaded them. */
  recent: RevisionPage;
  /** How many bots the operator has here; undefined where an upstream instance keeps them. */
  bots: number | undefined;
  /** The operator chose not to see the first steps. */
  isFirstStepsHidden: boolean;
  /** The running instance as it is now, with its plots; above the figures of the file. */
  watch?: ReactNode;
  /** Outages in words, and further actions next to the title. */
  note?: string;
  actions?: ReactNode;
  /** Figures of the file. */
  tiles: ReactNode;
  /** Cards below the recent changes. */
  foot: ReactNode;
  /** Cards next to the list of problems, below the file's card. */
  children?: ReactNode;
}

/** The first page: what to do next, what is wrong, what has changed. */
export function Overview({
  recent,
  bots,
  isFirstStepsHidden,
  watch,
  note,
  actions,
  tiles,
  foot,
  children,
}: OverviewProps) {
  const document = useConfigDocument();
  const name = String(getAt(document.values, "general.instanceName") ?? "Overview");
  const serverName = getAt(document.values, "general.serverName");
  return (
    <>
      <BrokenFileNotice />
      <div className="@container">
        <PageHeader
          title={name}
          description={[typeof serverName === "string" ? serverName : "No address yet", note ?? []]
            .flat()
            .join(" · ")}
          actions={
            <>
              {actions}
              <Link href="/applications/new" className={buttonVariants()}>
                Create bot
              </Link>
            </>
          }
        />
        <div className="flex flex-col gap-4">
          {isFirstStepsHidden ? null : <FirstStepsCard document={document} bots={bots} />}
          {watch}
          {tiles}
          <div className="grid items-start gap-4 @4xl:grid-cols-3">
            <div className="flex min-w-0 flex-col gap-4 @4xl:col-span-2">
              <ProblemList document={document} />
              <RecentChanges initial={recent} />
              <div className="grid items-start gap-4 @2xl:grid-cols-2">{foot}</div>
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              <FileCard document={document} />
              {children}
            </div>
          </div>
        </div>
      </div>
    </>
  );
}
