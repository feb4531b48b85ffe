import type { Metadata } from "next";
import { cookies } from "next/headers";
import { FileTiles } from "@/components/overview/file-tiles";
import { hiddenCookie } from "@/components/overview/first-steps/hidden";
import { InstanceCard } from "@/components/overview/instance-card";
import { Overview } from "@/components/overview/overview";
import { FileOfOthers } from "@/components/provisioning/connection/file-of-others";
import { NotReadNotice } from "@/components/provisioning/connection/not-read-notice";
import { ApplyLink } from "@/components/running/apply-link";
import { PendingCard } from "@/components/running/pending-card";
import { Tile, Tiles } from "@/components/overview/tiles";
import { CheckNowButton } from "@/components/overview/watch/check-now-button";
import { CountsCard } from "@/components/overview/watch/counts-card";
import { OwnCard } from "@/components/overview/watch/own-card";
import { ResponseTimes } from "@/components/overview/watch/response-times";
import { outagesInWords } from "@/components/overview/watch/sentences";
import { UpkeepCard } from "@/components/overview/watch/upkeep-card";
import { WatchTiles } from "@/components/overview/watch/watch-tiles";
import { ConfigFormProvider } from "@/components/settings/store/config-form";
import { configFile } from "@/lib/server/config-file";
import { type Instance, instanceApi, instanceStore } from "@/lib/server/instance";
import { requireSession } from "@/lib/server/operators";
import { connectionView, fileFor, instanceFor, watchAnswer } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const session = await requireSession();
  const url = instanceApi();
  const [recent, watch, kept, known, connection] = await Promise.all([
    configFile().revisions({}),
    watchAnswer("24h"),
    keptHere(await instanceFor(session)),
    cookies(),
    connectionView(),
  ]);
  return (
    <ConfigFormProvider initial={fileFor(session.role, await configFile().document())}>
      <div className="flex flex-col gap-4 not-empty:mb-6">
        <NotReadNotice />
        <FileOfOthers connection={connection} withLink />
      </div>
      <Overview
        recent={recent}
        bots={kept?.bots}
        isFirstStepsHidden={known.has(hiddenCookie)}
        note={watch.parts.length === 0 ? undefined : outagesInWords(watch)}
        actions={
          <>
            {watch.interval === 0 ? null : <CheckNowButton />}
            <ApplyLink />
          </>
        }
        watch={
          <>
            <WatchTiles initial={watch} />
            <div className="grid gap-4 @4xl:grid-cols-3">
              <div className="min-w-0 @4xl:col-span-2">
                <ResponseTimes initial={watch} />
              </div>
              {/* Where the panel serves the instance itself, nothing ever waits for a restart. */}
              {url === null ? <CountsCard initial={watch} /> : <PendingCard />}
            </div>
          </>
        }
        tiles={
          <Tiles>
            <FileTiles />
            {kept ? (
              <>
                <Tile name="Bots" value={kept.bots} note="Created by you" href="/applications" />
                <Tile name="Guilds" value={kept.guilds} note="In the panel's directory" href="/guilds" />
              </>
            ) : null}
          </Tiles>
        }
        foot={
          <>
            <UpkeepCard initial={watch} />
            <OwnCard initial={watch} />
          </>
        }
      >
        {url === null ? <PendingCard /> : <CountsCard initial={watch} />}
        {url === null ? null : <InstanceCard url={url} />}
      </Overview>
    </ConfigFormProvider>
  );
}

/** How many bots and guilds there are, where this panel is the instance. */
async function keptHere(instance: Instance) {
  if (!instance.isNear) return undefined;
  const [guilds, applications] = await Promise.all([
    instanceStore().countGuilds(),
    instance.applications.list(),
  ]);
  return { guilds, bots: applications.filter(({ bot }) => bot !== null).length };
}
