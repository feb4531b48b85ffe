import "server-only";
import type { Logger } from "pino";
import type { PanelSettings } from "@/lib/panel-settings";
import type { Audit } from "@/lib/server/audit";
import type { ConfigFile } from "@/lib/server/config-file";
import type { Db, Tx } from "@/lib/server/db";
import type { Settings } from "@/lib/shared/settings/values";
import type { Instance } from "./instance";
import { type InstanceStore, localInstance, localInstanceStore } from "./local";
import type { Local, LocalCaller } from "./local/context";
import { Snowflakes } from "./local/snowflakes";
import { createUpstream } from "./upstream";

export type * from "./instance";
export type { InstanceStore } from "./local";
export type { Application } from "./local/application-rows";
export type { UserGuild } from "./local/guilds";
export {
  closedInstance,
  type ConnectedAccount,
  instanceForCommand,
  isTimeout,
  upstreamCapabilities,
  wasSent,
} from "./upstream";
export { countDirectory, localCapabilities } from "./local";
export { ALL_PERMISSIONS } from "./local/members";
export { type Caller, hasRight, Right } from "./local/users";

export interface InstancesDeps {
  db: Db;
  config: Pick<ConfigFile, "settings" | "generate">;
  panelSettings: PanelSettings;
  audit: Pick<Audit, "audited" | "recordAudit">;
  log: Logger;
  /** How long a request to the running instance may take (ms). */
  timeout: number;
}

export type Instances = ReturnType<typeof createInstances>;

export function createInstances({ db: database, config, audit, log: logger, ...deps }: InstancesDeps) {
  const snowflakes = new Snowflakes(database);

  /** If the file has none, generates and stores one. @throws AppError `config-unreadable` */
  async function jwtSecret(settings: Settings): Promise<string | null> {
    const secret = settings.get("security.jwtSecret");
    if (secret !== null) return secret;
    await config.generate();
    return (await config.settings()).get("security.jwtSecret");
  }

  const live: Local = {
    db: database,
    snowflakes,
    audit,
    log: logger,
    settings: () => config.settings(),
    jwtSecret: async () => jwtSecret(await config.settings()),
  };
  /**
   * Returns the settings that `prepareStore` read last, for use inside a transaction. Reading the file there could
   * deadlock on SQLite, because a read may store a new version.
   */
  let preparedSettings = live.settings;
  const stores = new WeakMap<Settings, InstanceStore>();

  return {
    upstream: createUpstream({ db: database, config, audit, ...deps }),

    /**
     * Each method call reads the settings.
     * @param tx the transaction in which methods run; call `prepareStore` before it begins
     */
    store: (tx?: Tx): InstanceStore =>
      localInstanceStore(tx ? { ...live, db: tx, settings: preparedSettings } : live),

    /** Building a store creates many functions, so requests with the same settings share one store. */
    storeWith(settings: Settings): InstanceStore {
      const known = stores.get(settings);
      if (known) return known;
      const store = localInstanceStore({
        ...live,
        settings: () => Promise.resolve(settings),
        jwtSecret: () => jwtSecret(settings),
      });
      stores.set(settings, store);
      return store;
    },

    async prepareStore(): Promise<void> {
      await snowflakes.ready();
      const [reading] = await Promise.allSettled([config.settings()]);
      preparedSettings = async () => {
        if (reading.status === "rejected") throw reading.reason;
        return reading.value;
      };
    },

    localFor: (caller: Omit<LocalCaller, Exclude<keyof Local, "actor">>): Instance =>
      localInstance({ ...live, ...caller }),

    stop: () => snowflakes.stop(),
  };
}
