import "server-only";
import { ensureGenerated, readSettings } from "@/lib/config-file";
import { db, type Tx } from "@/lib/db";
import { processSingleton } from "../singleton";
import type { Directory } from "./directory";
import { localDirectory, Snowflakes } from "./local";

export type * from "./directory";
export { ALL_PERMISSIONS, mayManageGuild } from "./permissions";
export { hasRight, Right } from "./rights";

const snowflakes = () => processSingleton("snowflakes", () => new Snowflakes(db()));

/** @throws AppError `config-unreadable` */
async function jwtSecret(): Promise<string | null> {
  const secret = (await readSettings()).get("security.jwtSecret");
  if (secret !== null) return secret;
  await ensureGenerated();
  return (await readSettings()).get("security.jwtSecret");
}

/** What `prepareDirectory` read last. Reading the file may write a revision, which must not happen inside a transaction. */
const prepared = () => processSingleton("prepared-settings", () => ({ settings: readSettings }));

/**
 * The directory of this instance.
 * @param tx compose several calls into the caller's transaction; call `prepareDirectory` before it begins
 */
export function directory(tx?: Tx): Directory {
  const settings = tx ? prepared().settings : readSettings;
  return localDirectory({ db: tx ?? db(), snowflakes: snowflakes(), settings, jwtSecret });
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
