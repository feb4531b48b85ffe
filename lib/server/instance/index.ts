import "server-only";
import { configFile } from "@/lib/server/config-file";
import type { Settings } from "@/lib/shared/settings/values";
import { db, stopBeforeClose, type Tx } from "@/lib/server/db";
import { processSingleton } from "@/lib/process-singleton";
import type { Instance } from "./instance";
import { type InstanceStore, localInstance, localInstanceStore } from "./local";
import type { Local, LocalCaller } from "./local/context";
import { Snowflakes } from "./local/snowflakes";

export type * from "./instance";
export type { InstanceStore } from "./local";
export type { Application } from "./local/application-rows";
export type { UserGuild } from "./local/guilds";
export * from "./upstream";
export { countDirectory, localCapabilities } from "./local";
export { ALL_PERMISSIONS } from "./local/members";
export { type Caller, hasRight, Right } from "./local/users";

const snowflakes = () =>
  processSingleton("snowflakes", () => {
    const made = new Snowflakes(db());
    stopBeforeClose(() => made.stop());
    return made;
  });

/**
 * Returns the JWT secret from the live file. If the file has none, generates and stores one.
 * @throws AppError `config-unreadable`
 */
async function jwtSecret(settings: Settings): Promise<string | null> {
  const secret = settings.get("security.jwtSecret");
  if (secret !== null) return secret;
  await configFile().generate();
  return (await configFile().settings()).get("security.jwtSecret");
}

/**
 * Returns the settings that `prepareInstanceStore` read last, for use inside a transaction. Reading the file
 * there could deadlock on SQLite, because a read may store a new version.
 */
const prepared = () =>
  processSingleton("prepared-settings", () => ({ settings: () => configFile().settings() }));

const live = (): Local => ({
  db: db(),
  snowflakes: snowflakes(),
  settings: () => configFile().settings(),
  jwtSecret: async () => jwtSecret(await configFile().settings()),
});

/**
 * Returns the store of this instance. Each method call reads the settings.
 * @param tx the transaction in which methods run; call `prepareInstanceStore` before it begins
 */
export const instanceStore = (tx?: Tx): InstanceStore =>
  localInstanceStore(tx ? { ...live(), db: tx, settings: prepared().settings } : live());

const stores = new WeakMap<Settings, InstanceStore>();

/**
 * Returns the store of this instance for settings that the caller has already read. Building a store creates
 * many functions, so requests with the same settings share one store.
 */
export function instanceStoreWith(settings: Settings): InstanceStore {
  const known = stores.get(settings);
  if (known) return known;
  const store = localInstanceStore({
    ...live(),
    settings: () => Promise.resolve(settings),
    jwtSecret: () => jwtSecret(settings),
  });
  stores.set(settings, store);
  return store;
}

/** Prepares store calls inside an upcoming transaction: reserves ids and reads the settings. */
export async function prepareInstanceStore(): Promise<void> {
  await snowflakes().ready();
  const [reading] = await Promise.allSettled([configFile().settings()]);
  prepared().settings = async () => {
    if (reading.status === "rejected") throw reading.reason;
    return reading.value;
  };
}

/** Returns the instance of a panel in standalone mode, for one of its operators. */
export const localInstanceFor = (caller: Omit<LocalCaller, Exclude<keyof Local, "actor">>): Instance =>
  localInstance({ ...live(), ...caller });
