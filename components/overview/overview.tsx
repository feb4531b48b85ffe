"use client";

import { useConfigDocument } from "@/components/settings/store/config-form";
import { buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import type { RevisionPage } from "@/lib/shared/contract/history";
import { getAt } from "@/lib/shared/settings/values";
import { FirstSteps } from "./first-steps";
import { NeedsYou, type NeedsYouProps } from "./needs-you/needs-you";
import { RecentChanges } from "./recent-changes";
import { Upkeep } from "./upkeep";
import { CheckNowButton, HowItRuns } from "./watch/how-it-runs";
import { ResponseTimes } from "./watch/response-times";
import { outagesInWords } from "./watch/sentences";

export interface OverviewProps extends Omit<NeedsYouProps, "document"> {
  recent: RevisionPage;
  /** Number of bots that the operator has created. Undefined if the running instance stores the bots. */
  bots: number | undefined;
  isFirstStepsHidden: boolean;
}

/**
 * The first page of the panel: what needs attention, recent changes, the instance's state, response times and upkeep.
 */
export function Overview({ recent, bots, isFirstStepsHidden, ...needs }: OverviewProps) {
  const document = useConfigDocument();
  const { watch, running } = needs;
  const name = String(getAt(document.values, "general.instanceName") ?? "Overview");
  const serverName = getAt(document.values, "general.serverName");
  const note = watch.parts.length === 0 ? undefined : outagesInWords(watch);
  return (
    <div className="@container">
      <PageHeader
        title={name}
        className="mb-4"
        description={[typeof serverName === "string" ? serverName : "No address yet", note ?? []]
          .flat()
          .join(" · ")}
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
        <NeedsYou document={document} {...needs} />
        {/* Two columns that are filled independently. In a single column, the response times come after the instance's state. */}
        <div className="flex flex-col gap-4 @4xl:flex-row @4xl:items-start">
          <div className="contents min-w-0 flex-col gap-4 @4xl:flex @4xl:flex-[5]">
            <RecentChanges initial={recent} />
            <div className="order-1">
              <ResponseTimes initial={watch} />
            </div>
          </div>
          <div className="contents min-w-0 flex-col gap-4 @4xl:flex @4xl:flex-[3]">
            <HowItRuns initial={watch} />
            <div className="order-2">
              <Upkeep document={document} initial={watch} running={running} />
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
