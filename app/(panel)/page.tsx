import type { Metadata } from "next";
import { cookies } from "next/headers";
import { FileTiles } from "@/components/overview/file-tiles";
import { hiddenCookie } from "@/components/overview/first-steps/hidden";
import { InstanceCard } from "@/components/overview/instance-card";
import { Overview } from "@/components/overview/overview";
import { Tile, Tiles } from "@/components/overview/tiles";
import { ConfigFormProvider } from "@/components/settings/store/config-form";
import { listRevisions, readConfigDocument } from "@/lib/server/config-file";
import { instanceStore, instanceApi } from "@/lib/server/instance";
import { type Operator, requireOperator } from "@/lib/server/operators";
import { applicationsFor } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const operator = await requireOperator();
  const url = instanceApi();
  const [recent, kept, known] = await Promise.all([
    listRevisions({}),
    url === null ? keptHere(operator) : undefined,
    cookies(),
  ]);
  return (
    <ConfigFormProvider initial={await readConfigDocument()}>
      <Overview
        recent={recent}
        bots={kept?.bots}
        isFirstStepsHidden={known.has(hiddenCookie)}
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
      >
        {url === null ? null : <InstanceCard url={url} />}
      </Overview>
    </ConfigFormProvider>
  );
}

/** What the panel keeps itself, as long as there is no upstream instance. */
async function keptHere(operator: Operator) {
  const [guilds, applications] = await Promise.all([
    instanceStore().countGuilds(),
    applicationsFor(operator),
  ]);
  return { guilds, bots: applications.filter(({ bot }) => bot !== null).length };
}
