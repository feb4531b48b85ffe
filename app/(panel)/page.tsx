import { setTimeout as after } from "node:timers/promises";
import type { Metadata } from "next";
import { cookies } from "next/headers";
import { firstStepsCookie } from "@/components/overview/first-steps-cookie";
import { Overview } from "@/components/overview/overview";
import { ConfigValues } from "@/components/settings/store/config-form";
import type { Instance } from "@/lib/server/instance";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";
import { fileNow } from "@/app/(panel)/file-now";
import { instanceName } from "./instance-name";

// The template of the layout does not apply to the page of the same segment.
export const generateMetadata = async (): Promise<Metadata> => ({
  title: { absolute: `Overview · ${await instanceName()}` },
});

/**
 * How long the server waits for the instance (ms). If the instance is slower, the browser requests the data
 * later.
 */
const longestWait = 250;

export default async function OverviewPage() {
  const session = await requireSession();
  const [recent, watch, bots, known, connection, undone, running] = await Promise.all([
    core().config.history.list({}),
    core().panel.monitoring.watchAnswer("24h"),
    countBots(await core().panel.instanceFor(session)),
    cookies(),
    core().panel.connection.view(),
    fileNow().then((file) => file.undone()),
    Promise.race([core().running(), after(longestWait, undefined, { ref: false })]),
  ]);
  return (
    <ConfigValues initial={core().panel.fileFor(session.role, await (await fileNow()).pageDocument())}>
      <Overview
        recent={recent}
        watch={watch}
        running={running}
        undone={undone}
        connection={connection}
        bots={bots}
        isFirstStepsHidden={known.has(firstStepsCookie)}
      />
    </ConfigValues>
  );
}

/** Undefined if a running instance, not the panel, stores the bots. */
async function countBots(instance: Instance): Promise<number | undefined> {
  if (!instance.isNear) return undefined;
  return (await instance.applications.list()).filter(({ bot }) => bot !== null).length;
}
