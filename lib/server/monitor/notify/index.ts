import "server-only";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { panelSettings } from "@/lib/panel-settings";
import { processSingleton } from "@/lib/process-singleton";
import { configFile, configFileId } from "@/lib/server/config-file";
import { db, stopBeforeClose } from "@/lib/server/db";
import { readyChannels } from "./channels";
import { createNotifier, type Notifier } from "./notifier";

export { channels, readyChannels } from "./channels";
export type { NotifyEvent } from "./events";
export { createNotifier, type Notifier } from "./notifier";

/** The notifications of this process. */
export const theNotifier = (): Notifier =>
  processSingleton("notifier", () => {
    const notifier = createNotifier({
      db: db(),
      log: log(),
      clock: { now: () => Date.now() },
      fileId: () => configFileId(db()),
      channels: () => readyChannels(panelSettings().channels),
      mutedTopics: () => panelSettings().mutedTopics,
      instanceName: async () => {
        const settings = await configFile()
          .settings()
          .catch(() => null);
        return settings?.get("general.instanceName") ?? "Instance";
      },
      allow: env().checkAllow,
    });
    // Stop deliveries last, because other work may still send notifications while it is being stopped. Functions that
    // are registered during shutdown are called after all earlier ones.
    stopBeforeClose(() => stopBeforeClose(() => notifier.stop()));
    return notifier;
  });

export const notify: Notifier["notify"] = (...events) => theNotifier().notify(...events);
