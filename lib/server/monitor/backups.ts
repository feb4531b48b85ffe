import "server-only";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { db, dropLease, type Row, stopBeforeClose, takeLease } from "@/lib/server/db";
import type { Backup } from "@/lib/shared/contract/backups";
import { notify } from "./notify";

/*
 * Backups that the panel starts. Each backup runs the program of `npm run backup` in a separate process, so
 * that no request has to wait. Only one backup runs at a time across all replicas.
 */

const LEASE = "backup";
const LEASE_MS = 60_000;
const RENEWED_EVERY_MS = 15_000;
const MOST_LISTED = 50;
/** If a backup fails, at most this many characters of the program's error output are stored. */
const LONGEST_PROBLEM = 2_000;

interface Work {
  child: ReturnType<typeof spawn>;
  ended: Promise<void>;
}

/** Returns the backup that this process is running, if any. */
const own = () => processSingleton("own-backup", (): { work: Work | null } => ({ work: null }));

/**
 * Starts a backup, and returns without waiting for it to finish.
 * @param by the operator who starts it; null for the schedule
 * @param dueAt the scheduled time (ms since 1970); only one backup is made for each scheduled time
 * @param keep how many backups to keep; older backups are deleted when this backup is complete
 * @returns true if the backup has started; false if a backup for `dueAt` exists; null if another backup is in progress
 */
export async function beginBackup(
  by: string | null,
  { dueAt = null, keep }: { dueAt?: number | null; keep: number },
): Promise<boolean | null> {
  const holder = randomUUID();
  if (!(await takeLease(db(), LEASE, { holder, span: LEASE_MS }))) return null;
  try {
    await endInterrupted();
    const at = Date.now();
    const name = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");
    const folder = join(env().backupDir, `${name}-${holder.slice(0, 8)}`);
    const row = await db()
      .insertInto("backups")
      .values({ at, actor: by ?? "", due_at: dueAt, host: hostname(), folder })
      .onConflict((conflict) => conflict.column("due_at").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (row === undefined) {
      await dropLease(db(), LEASE, holder);
      return false;
    }
    run({ id: row.id, folder, holder, keep });
    stopBeforeClose(stopBackup);
    return true;
  } catch (error) {
    await dropLease(db(), LEASE, holder).catch(() => undefined);
    throw error;
  }
}

/** Marks unfinished backups as failed. The caller has the lease, so no process is working on them. */
async function endInterrupted(): Promise<void> {
  const interrupted = await db()
    .updateTable("backups")
    .set({ ended_at: Date.now(), problem: "The panel stopped during this backup." })
    .where("ended_at", "is", null)
    .returning(["folder", "host"])
    .execute();
  for (const { folder, host } of interrupted) if (host === hostname()) await remove(folder);
}

interface Run {
  id: number;
  folder: string;
  holder: string;
  keep: number;
}

function run({ id, folder, holder, keep }: Run): void {
  const { dataDir, configPath, databaseUrl } = env();
  const program = join(/* turbopackIgnore: true */ process.cwd(), "scripts", "backup.mjs");
  const child = spawn(process.execPath, [...process.execArgv, program, folder], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      CONFIG_PATH: configPath,
      DATABASE_URL: databaseUrl ?? "",
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let printed = "";
  child.stderr.on(
    "data",
    (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(0, LONGEST_PROBLEM)),
  );
  const renewal = setInterval(() => {
    takeLease(db(), LEASE, { holder, span: LEASE_MS }).catch(() => undefined);
  }, RENEWED_EVERY_MS).unref();
  const ended = new Promise<string | null>((resolve) => {
    child.once("error", (error) => resolve(`The backup could not start (${error.message}).`));
    child.once("close", (code) =>
      resolve(code === 0 ? null : printed.trim() || "The backup stopped before it was complete."),
    );
  })
    .then((problem) => finish({ id, folder, holder, keep }, problem))
    .catch((err: unknown) => log().error({ err }, "The outcome of a backup was not stored"))
    .finally(() => {
      clearInterval(renewal);
      own().work = null;
    });
  own().work = { child, ended };
}

async function finish({ id, folder, holder, keep }: Run, problem: string | null): Promise<void> {
  if (problem !== null) await remove(folder);
  const size = problem === null ? await sizeOf(folder) : null;
  // Delete old backups before the new backup is recorded as complete. Otherwise, the list could briefly
  // contain more than `keep` complete backups.
  if (problem === null) await prune(keep - 1);
  await db()
    .transaction()
    .execute(async (tx) => {
      await tx
        .updateTable("backups")
        .set({ ended_at: Date.now(), size, problem })
        .where("id", "=", id)
        .execute();
      await dropLease(tx, LEASE, holder);
    });
  if (problem === null) return;
  log().error({ reason: problem }, "A backup failed");
  await notify({ event: "backup-failed", reason: problem });
}

/**
 * Logs errors instead of throwing them, because the backup's outcome must be stored even if the folder cannot
 * be removed.
 */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch((err: unknown) =>
    log().warn({ err, folder }, "A backup was not removed"),
  );
}

async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(/* turbopackIgnore: true */ folder);
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(/* turbopackIgnore: true */ folder, file))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Deletes old records of failed backups, and all but the newest `keep` of the panel's backups on this machine. */
async function prune(keep: number): Promise<void> {
  const rows = await db()
    .selectFrom("backups")
    .where("ended_at", "is not", null)
    .orderBy("id", "desc")
    .selectAll()
    .execute();
  const complete = rows.filter(({ problem, host }) => problem === null && host === hostname());
  const old = [...complete.slice(keep), ...rows.filter(({ problem }) => problem !== null).slice(MOST_LISTED)];
  for (const { id, folder, problem } of old) {
    // Do not delete folders outside the current backup folder, because they may contain other files.
    if (problem === null && dirname(folder) === env().backupDir) await remove(folder);
    await db().deleteFrom("backups").where("id", "=", id).execute();
  }
}

/** Stops this process's backup. */
export async function stopBackup(): Promise<void> {
  const { work } = own();
  work?.child.kill();
  await work?.ended;
}

/**
 * The record that `npm run backup` writes to the data folder. Earlier versions did not record the type of the
 * database, because their backups never contained a PostgreSQL database.
 */
const commandRecord = z.object({
  at: z.iso.datetime(),
  folder: z.string().max(4_096),
  database: z.enum(["sqlite", "postgres"]).default("sqlite"),
});

/** Returns the last backup by `npm run backup`. Null if there is none, or if it is of another type of database. */
async function lastByCommand(): Promise<{ at: number; folder: string } | null> {
  const { dataDir, databaseUrl } = env();
  try {
    const text = await readFile(join(/* turbopackIgnore: true */ dataDir, "last-backup.json"), "utf8");
    const { at, folder, database } = commandRecord.parse(JSON.parse(text));
    if (database !== (databaseUrl === undefined ? "sqlite" : "postgres")) return null;
    return { at: Date.parse(at), folder };
  } catch {
    return null;
  }
}

/** Lists the most recent backups, newest first, including the last one made by `npm run backup`. */
export async function listBackups(): Promise<Backup[]> {
  const [rows, isRunning, record] = await Promise.all([
    db().selectFrom("backups").orderBy("id", "desc").limit(MOST_LISTED).selectAll().execute(),
    isLeased(),
    lastByCommand(),
  ]);
  const listed = rows.map((row) => backupOf(row, isRunning));
  if (record === null || listed.some(({ folder }) => folder === record.folder)) return listed;
  const byCommand: Backup = {
    id: "command",
    at: record.at,
    by: "npm run backup",
    state: "done",
    folder: record.folder,
    size: existsSync(record.folder) ? await sizeOf(record.folder).catch(() => null) : null,
    problem: null,
  };
  return [...listed, byCommand].toSorted((one, other) => other.at - one.at);
}

const isLeased = async (): Promise<boolean> =>
  (await db()
    .selectFrom("leases")
    .select("name")
    .where("name", "=", LEASE)
    .where("expires_at", ">", Date.now())
    .executeTakeFirst()) !== undefined;

function backupOf(row: Row<"backups">, isRunning: boolean): Backup {
  const { id, at, ended_at: endedAt, actor, folder, size, problem } = row;
  const isInterrupted = endedAt === null && !isRunning;
  return {
    id: String(id),
    at,
    by: actor === "" ? null : actor,
    state: endedAt === null && isRunning ? "running" : problem !== null || isInterrupted ? "failed" : "done",
    folder,
    size,
    problem: isInterrupted ? "The panel stopped during this backup." : problem,
  };
}

/** Returns the last complete backup, and the reason if a later backup failed. */
export async function backupState(): Promise<{
  backup: { at: number; folder: string } | null;
  backupProblem: { at: number; reason: string } | null;
}> {
  const backups = (await listBackups()).filter(({ state }) => state !== "running");
  const [newest] = backups;
  const done = backups.find(({ state }) => state === "done");
  return {
    backup: done ? { at: done.at, folder: done.folder } : null,
    backupProblem:
      newest?.state === "failed"
        ? { at: newest.at, reason: newest.problem ?? "The reason is unknown." }
        : null,
  };
}

export const inProgress = () => new AppError("conflict", "A backup is in progress. Wait for it to finish.");
