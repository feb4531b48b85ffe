import "server-only";
import { ensureGenerated, readSettings } from "@/lib/config-file";
import type { Settings } from "@/lib/config/values";
import { db, type Tx } from "@/lib/db";
import { processSingleton } from "../singleton";
import type { Directory } from "./directory";
import { localDirectory, Snowflakes } from "./local";

export type * from "./directory";
export * from "./remote";
export { ALL_PERMISSIONS } from "./permissions";
export { hasRight, Right } from "./rights";

const snowflakes = () => processSingleton("snowflakes", () => new Snowflakes(db()));

/** The secret of the live file, made and stored when there is none. @throws AppError `config-unreadable` */
async function jwtSecret(settings: Settings): Promise<string | null> {
  const secret = settings.get("security.jwtSecret");
  if (secret !== null) return secret;
  await ensureGenerated();
  return (await readSettings()).get("security.jwtSecret");
}

/** What `prepareDirectory` read last. Reading the file may write a revision, which must not happen inside a transaction. */
const prepared = () => processSingleton("prepared-settings", () => ({ settings: readSettings }));

/**
 * The directory of this instance.
 * @param tx compose several calls into the caller's transaction; call `prepareDirectory` before it begins
 * @param live the settings that a request has read already; without them each call reads the file
 */
export function directory(tx?: Tx, live?: Settings): Directory {
  const read = tx ? prepared().settings : readSettings;
  const settings = live ? () => Promise.resolve(live) : read;
  return localDirectory({
    db: tx ?? db(),
    snowflakes: snowflakes(),
    settings,
    jwtSecret: async () => jwtSecret(live ?? (await readSettings())),
  });
}

/** Reserves ids and reads the settings for the calls of a transaction that is about to begin. Cheap when both are fresh. */
export async function prepareDirectory(): Promise<void> {
  await snowflakes().ready();
  const [reading] = await Promise.allSettled([readSettings()]);
  prepared().settings = async () => {
    if (reading.status === "rejected") throw reading.reason;
    return reading.value;
  };
}
