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
 * Returns the live file's secret. If the file has none, generates and stores one.
 * @throws AppError `config-unreadable`
 */
async function jwtSecret(settings: Settings): Promise<string | null> {
  const secret = settings.get("security.jwtSecret");
  if (secret !== null) return secret;
  await configFile().generate();
  return (await configFile().settings()).get("security.jwtSecret");
}

/**
 * Returns the settings that `prepareInstanceStore` read last. Inside a transaction, the file must not be read:
 * reading may store a new version, and on SQLite this would deadlock with the open transaction.
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
 * The store of this instance. Each call of a method reads the settings.
 * @param tx runs the calls in the caller's transaction; call `prepareInstanceStore` before it begins
 */
export const instanceStore = (tx?: Tx): InstanceStore =>
  localInstanceStore(tx ? { ...live(), db: tx, settings: prepared().settings } : live());

const stores = new WeakMap<Settings, InstanceStore>();

/**
 * The store of this instance with settings that a request has already read. A store consists of many functions, so
 * it is built once for all requests that find the same version of the file.
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

/** Prepares the calls of an upcoming transaction: reserves ids and reads the settings. */
export async function prepareInstanceStore(): Promise<void> {
  await snowflakes().ready();
  const [reading] = await Promise.allSettled([configFile().settings()]);
  prepared().settings = async () => {
    if (reading.status === "rejected") throw reading.reason;
    return reading.value;
  };
}

/** The instance of a panel in standalone mode, for one of its operators. */
export const localInstanceFor = (caller: Omit<LocalCaller, Exclude<keyof Local, "actor">>): Instance =>
  localInstance({ ...live(), ...caller });
