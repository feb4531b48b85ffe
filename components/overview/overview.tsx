"use client";

import { useQuery } from "@tanstack/react-query";
import { runningQuery } from "@/components/settings/queries/running";
import { useConfigDocument } from "@/components/settings/store/config-form";
import { buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import type { RevisionPage } from "@/lib/shared/contract/history";
import type { RunningReport } from "@/lib/shared/contract/running";
import { getAt } from "@/lib/shared/settings/values";
import { FirstSteps } from "./first-steps";
import { NeedsYou, type NeedsYouProps } from "./needs-you/needs-you";
import { watchQuery } from "./queries/watch";
import { RecentChanges } from "./recent-changes";
import { Upkeep } from "./upkeep";
import { CheckNowButton, HowItRuns } from "./watch/how-it-runs";
import { ResponseTimes } from "./watch/response-times";
import { outagesInWords } from "./watch/sentences";

export interface OverviewProps extends Omit<NeedsYouProps, "document" | "report"> {
  recent: RevisionPage;
  /** The report that the server loaded with the page. Undefined if the instance did not respond in time. */
  running: RunningReport | undefined;
  /** How many bots the operator has created. Undefined if the running instance, not the panel, stores the bots. */
  bots: number | undefined;
  isFirstStepsHidden: boolean;
}

/**
 * The first page of the panel: what needs attention, recent changes, the instance's state, response times and upkeep.
 */
export function Overview(props: OverviewProps) {
  const { recent, bots, isFirstStepsHidden, running, watch: loaded, ...needs } = props;
  const document = useConfigDocument();
  const { data: report = running } = useQuery(runningQuery());
  const { data: watch } = useQuery({
    ...watchQuery("24h", loaded.interval),
    initialData: loaded,
    initialDataUpdatedAt: loaded.at,
  });
  const name = String(getAt(document.values, "general.instanceName") ?? "Overview");
  const serverName = getAt(document.values, "general.serverName");
  const address = typeof serverName === "string" ? serverName : "No address yet";
  const outages = watch.parts.length === 0 ? undefined : outagesInWords(watch);
  return (
    <div className="@container">
      <PageHeader
        title={name}
        description={outages === undefined ? address : `${address} · ${outages}`}
        actions={
          <>
            {watch.interval === 0 ? null : <CheckNowButton />}
            <Link href="/applications/new" className={buttonVariants()}>
              Create bot
            </Link>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {isFirstStepsHidden ? null : <FirstSteps document={document} bots={bots} />}
        <NeedsYou document={document} watch={watch} report={report} {...needs} />
        {/* Two columns that are filled independently. In a single column, the response times come after the instance's state. */}
        <div className="flex flex-col gap-4 @4xl:flex-row @4xl:items-start">
          <div className="contents min-w-0 flex-col gap-4 @4xl:flex @4xl:flex-[5]">
            <RecentChanges initial={recent} />
            <div className="order-1">
              <ResponseTimes watch={watch} />
            </div>
          </div>
          <div className="contents min-w-0 flex-col gap-4 @4xl:flex @4xl:flex-[3]">
            <HowItRuns watch={watch} />
            <div className="order-2">
              <Upkeep document={document} watch={watch} report={report} />
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
