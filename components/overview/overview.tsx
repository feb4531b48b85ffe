"use client";

import { useQuery } from "@tanstack/react-query";
import { runningQuery } from "@/components/settings/queries/running";
import { useConfigDocument } from "@/components/settings/store/config-form";
import { useStatus } from "@/components/shell/queries/status";
import { isOutage } from "@/components/shell/status-words";
import { buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import type { RevisionPage } from "@/lib/shared/contract/history";
import type { RunningReport } from "@/lib/shared/contract/running";
import { getAt } from "@/lib/shared/settings/values";
import { useFirstSteps } from "./first-steps";
import { NeedsYou, type NeedsYouProps } from "./needs-you/needs-you";
import { watchQuery } from "./queries/watch";
import { RecentChanges } from "./recent-changes";
import { Upkeep } from "./upkeep";
import { StatusLine } from "./status-line";
import { CheckNowButton } from "./watch/check-now";
import { HowItRuns } from "./watch/how-it-runs";
import { ResponseTimes } from "./watch/response-times";

export interface OverviewProps extends Omit<NeedsYouProps, "document" | "report"> {
  recent: RevisionPage;
  /** The report that the server loaded with the page. Undefined if the instance did not respond in time. */
  running: RunningReport | undefined;
  bots: number | undefined;
  isFirstStepsHidden: boolean;
}

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
  const firstSteps = useFirstSteps({ document, bots, isHidden: isFirstStepsHidden });
  const isDown = isOutage(useStatus());
  return (
    <div className="@container">
      <PageHeader
        title={name}
        description={address}
        actions={
          <>
            {watch.interval === 0 || isDown ? null : <CheckNowButton />}
            <Link href="/applications/new" className={buttonVariants()}>
              Create bot
            </Link>
          </>
        }
      />
      <StatusLine watch={watch} report={report} />
      <div className="flex flex-col gap-4">
        <NeedsYou document={document} watch={watch} report={report} firstSteps={firstSteps} {...needs} />
        {/* Two columns that are filled independently. In a single column, the response times come after the instance's state. */}
        <div className="flex flex-col gap-4 @4xl:flex-row @4xl:items-start">
          <div className="contents min-w-0 flex-col gap-4 @4xl:flex @4xl:flex-[5]">
            <RecentChanges initial={recent} report={report} />
            <div className="order-1">
              <ResponseTimes watch={watch} />
            </div>
          </div>
          <div className="contents min-w-0 flex-col gap-4 @4xl:flex @4xl:flex-[3]">
            <HowItRuns watch={watch} />
            <div className="order-2">
              <Upkeep document={document} watch={watch} />
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
