import "server-only";
import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import * as z from "zod";
import { AppError } from "@/lib/errors";

import { parsedJson } from "@/lib/shared/json/value";
import { flush, type Places } from "./files";
import { restoreBackup } from "./restore";

/* A running panel cannot replace its database, so the restore is written down in the data folder, and the
   next start makes it before it opens the database. */

const plan = z.object({
  folder: z.string(),
  backupAt: z.number(),
  by: z.string(),
  withConfig: z.boolean(),
  /** The backup of the state before the restore. */
  before: z.string(),
});
export type RestorePlan = z.infer<typeof plan>;

const outcome = z.object({
  ...plan.shape,
  /** When the restore ended (ms since 1970). */
  at: z.number(),
  /** Why nothing was restored. Null after a restore. */
  problem: z.string().nullable(),
  /** Whether a panel has started with the restored database since, or nothing was restored. */
  isFinished: z.boolean().default(true),
});
export type RestoreOutcome = z.infer<typeof outcome>;

const planPath = (dataDir: string) => join(/* turbopackIgnore: true */ dataDir, "restore.json");
const outcomePath = (dataDir: string) => join(/* turbopackIgnore: true */ dataDir, "last-restore.json");

async function read<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readFile(path, "utf8").catch(() => "");
  return schema.safeParse(parsedJson(text)).data ?? null;
}

async function write(dataDir: string, path: string, value: unknown): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(value), { mode: 0o600 });
  await flush(`${path}.new`);
  await rename(`${path}.new`, path);
  await flush(dataDir);
}

export const plannedRestore = (dataDir: string): Promise<RestorePlan | null> => read(planPath(dataDir), plan);

export const cancelRestore = (dataDir: string): Promise<void> => rm(planPath(dataDir), { force: true });

export const planRestore = (dataDir: string, restorePlan: RestorePlan): Promise<void> =>
  write(dataDir, planPath(dataDir), restorePlan);

export const lastRestore = (dataDir: string): Promise<RestoreOutcome | null> =>
  read(outcomePath(dataDir), outcome);

export const markFinished = (dataDir: string, ended: RestoreOutcome): Promise<void> =>
  write(dataDir, outcomePath(dataDir), { ...ended, isFinished: true });

/**
 * Call it before the database is opened. If the process ends in between, the next start restores again.
 * @returns how it ended, or an earlier restore that is not finished; null if there is neither
 */
export async function makePlannedRestore(
  places: Places,
  { log, now }: { log: Logger; now: () => number },
): Promise<RestoreOutcome | null> {
  const path = planPath(places.dataDir);
  const unfinished = async () => {
    const last = await lastRestore(places.dataDir);
    return last?.isFinished === false ? last : null;
  };
  if (!existsSync(path)) return unfinished();
  const restorePlan = await read(path, plan);
  if (restorePlan === null) {
    log.error({ path }, "A planned restore cannot be read, and was not made");
    await rm(path, { force: true });
    return unfinished();
  }
  const { folder, withConfig } = restorePlan;
  let problem: string | null = null;
  try {
    const { renamed } = await restoreBackup(folder, places, { withConfig, replaces: true });
    log.info({ folder, renamed }, "A backup was restored");
  } catch (error) {
    // Other errors stop the start, because they may have interrupted the restore.
    if (!(error instanceof AppError))
      throw new Error(
        `The planned restore stopped (${error instanceof Error ? error.message : String(error)}). Correct the cause and start again: the start makes the restore. To start without it, delete ${path}.`,
        { cause: error },
      );
    problem = error.message;
    log.error({ folder, reason: problem }, "A backup was not restored");
  }
  const ended = { ...restorePlan, at: now(), problem, isFinished: problem !== null };
  try {
    await write(places.dataDir, outcomePath(places.dataDir), ended);
  } catch (cause) {
    if (problem === null)
      throw new Error(
        `A backup was restored, but ${places.dataDir} cannot be written (${String(cause)}). Free some space, and start again.`,
        { cause },
      );
    // The plan stays, so the next start tries again.
    log.error({ err: cause }, "The outcome of a restore was not stored");
    return unfinished();
  }
  await rm(path, { force: true });
  return ended;
}
