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

/**
 * The directory of this instance.
 * @param tx compose several calls into the caller's transaction; call `prepareDirectory` before it begins
 */
export function directory(tx?: Tx): Directory {
  return localDirectory({ db: tx ?? db(), snowflakes: snowflakes(), settings: readSettings, jwtSecret });
}

/** Reserves ids for the calls of a transaction that is about to begin. Cheap when some are reserved. */
export async function prepareDirectory(): Promise<void> {
  await snowflakes().ready();
}
