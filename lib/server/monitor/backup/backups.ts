import "server-only";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import {
  type Db,
  dialectOf,
  dropLease,
  readReplicas,
  type Row,
  takeLease,
  toUnavailableError,
} from "@/lib/server/db";
import type { Backup } from "@/lib/shared/contract/backups";
import { parsedJson } from "@/lib/shared/json/value";
import { backupFiles, type Places } from "./files";
import { plannedRestore } from "./planned-restore";
import { readManifest, type VerifiedBackup, verifiedBackup } from "./verify";

/*
 * Backups that the panel starts. Each backup runs the program of `npm run backup` in a separate process, so
 * that no request has to wait. Only one backup runs at a time across all replicas.
 */

const LEASE = "backup";
const LEASE_MS = 60_000;
const RENEWED_EVERY_MS = 15_000;
const VERIFICATION_MS = 10 * 60_000;
/** How many backups that failed, or whose folder is gone, are listed. */
const MOST_LOST = 50;
const LONGEST_PROBLEM = 2_000;
/** The id of the last backup by `npm run backup`. */
const COMMAND = "command";
/** Files of a backup that are the same in all backups of a panel. */
const OWN_KEYS = ["nextauth-secret", "audit-key"];
const INTERRUPTED = "The panel stopped during this backup.";

/**
 * The record that `npm run backup` writes to the data folder. Earlier versions did not record the type of the
 * database, because their backups never contained a PostgreSQL database.
 */
const commandRecord = z.object({
  at: z.iso.datetime(),
  folder: z.string().max(4_096),
  database: z.enum(["sqlite", "postgres"]).default("sqlite"),
});

export interface BackupsDeps {
  db: Db;
  places: Places;
  backupDir: string;
  clock: { now: () => number };
  log: Logger;
  onFailure: (reason: string) => Promise<void>;
  /** How long to wait before an outcome is stored again (ms). */
  pause?: number;
}

interface Run {
  id: number;
  folder: string;
  holder: string;
  keep: number;
}

/** What the backup program prints of a database's error. Every viewer may read the other lines. */
const DATABASE_WORDS = /^PostgreSQL: .*$/gm;

/** Runs the backup program with these arguments. `problem` is null, or why it failed. @param signal stops it */
function runProgram({ dataDir, configPath }: Places, words: readonly string[], signal?: AbortSignal) {
  const program = join(/* turbopackIgnore: true */ process.cwd(), "scripts", "backup.mjs");
  const child = spawn(process.execPath, [...process.execArgv, program, ...words], {
    env: { ...process.env, DATA_DIR: dataDir, CONFIG_PATH: configPath },
    stdio: ["ignore", "pipe", "pipe"],
    ...(signal && { signal, killSignal: "SIGKILL" }),
  });
  let output = "";
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on(
    "data",
    (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(0, LONGEST_PROBLEM)),
  );
  const ended = new Promise<{ problem: string | null; output: string }>((resolve) => {
    const end = (problem: string | null) => resolve({ problem, output });
    child.once("error", (error) => end(`The backup could not start (${error.message}).`));
    child.once("close", (code) =>
      end(code === 0 ? null : printed.trim() || "The backup stopped before it was complete."),
    );
  });
  return { stop: () => void child.kill(), ended };
}

/** Runs the backup program. Resolves with null, or why it failed. */
export function runBackupProgram(
  places: Places,
  folder: string,
): { stop: () => void; ended: Promise<string | null> } {
  const { stop, ended } = runProgram(places, [folder]);
  return { stop, ended: ended.then(({ problem }) => problem) };
}

/**
 * Verifies a backup in a process of its own, because SQLite checks a database in one step, which would block the panel.
 * @param options.stopped stops the verification
 * @throws AppError `conflict`; the message says what is wrong
 */
export async function verifyInProcess(
  places: Places,
  folder: string,
  { stopped, limit = VERIFICATION_MS }: { stopped: AbortSignal; limit?: number },
): Promise<VerifiedBackup> {
  const late = AbortSignal.timeout(limit);
  const run = runProgram(places, ["--read", folder], AbortSignal.any([stopped, late]));
  const { problem, output } = await run.ended;
  if (problem === null) return verifiedBackup.parse(parsedJson(output));
  if (stopped.aborted) throw new AppError("conflict", "The verification was stopped. Start it again.");
  if (late.aborted)
    throw new AppError(
      "conflict",
      `The verification took longer than 10 minutes and was stopped. Run instance-admin backup --verify ${folder} on the panel's machine.`,
    );
  throw new AppError("conflict", problem);
}

/** @throws AppError `unavailable` if the backup fails */
async function backUpBefore(
  occasion: "upgrade" | "restore",
  { backupDir, ...places }: Places & { backupDir: string },
  refusal: (problem: string) => string,
): Promise<string> {
  const folder = join(backupDir, `${backupName(Date.now())}-before-${occasion}`);
  const problem = await runBackupProgram(places, folder).ended;
  if (problem === null) return folder;
  throw new AppError("unavailable", refusal(problem));
}

export const backUpBeforeUpgrade = (places: Places & { backupDir: string }): Promise<string> =>
  backUpBefore(
    "upgrade",
    places,
    (problem) =>
      `The database must be upgraded, and the backup before the upgrade failed, so nothing was changed. ${problem} Fix the cause, and start the panel again.`,
  );

export const backUpBeforeRestore = (places: Places & { backupDir: string }): Promise<string> =>
  backUpBefore(
    "restore",
    places,
    (problem) =>
      `The backup of the present state failed, so nothing was restored. ${problem} Fix the cause, and try again.`,
  );

const OWN_NAME = /^\d{8}T\d{6}Z-/;
const backupName = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");

export function createBackups({ db, places, backupDir, clock, log, onFailure, pause = 5_000 }: BackupsDeps) {
  let work: { stop: () => void; ended: Promise<void> } | null = null;
  const stopping = new AbortController();
  const lease = (holder: string) => takeLease(db, LEASE, { holder, span: LEASE_MS, now: clock.now() });

  /**
   * @param dueAt the scheduled time (ms since 1970); only one backup is made for each scheduled time
   * @param keep how many backups to keep; older backups are deleted when this backup is complete
   * @returns true if the backup has started; false if a backup for `dueAt` exists; null if another backup is
   * in progress
   */
  async function begin(
    by: string | null,
    { dueAt = null, keep }: { dueAt?: number | null; keep: number },
  ): Promise<boolean | null> {
    const holder = randomUUID();
    if (!(await lease(holder))) return null;
    try {
      await endInterrupted();
      const at = clock.now();
      const folder = join(backupDir, `${backupName(at)}-${holder.slice(0, 8)}`);
      const row = await db
        .insertInto("backups")
        .values({ at, actor: by ?? "", due_at: dueAt, host: hostname(), folder })
        .onConflict((conflict) => conflict.column("due_at").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (row === undefined) {
        await dropLease(db, LEASE, holder);
        return false;
      }
      run({ id: row.id, folder, holder, keep });
      return true;
    } catch (error) {
      await dropLease(db, LEASE, holder).catch(() => undefined);
      throw error;
    }
  }

  /**
   * The caller has the lease, so no process is working on them. The copy of a database contains the unfinished row of its
   * own backup, so a complete backup is unfinished after its restore.
   */
  async function endInterrupted(): Promise<void> {
    const interrupted = await db
      .selectFrom("backups")
      .where("ended_at", "is", null)
      .select(["id", "folder"])
      .execute();
    for (const { id, folder } of interrupted) {
      const outcome = isReadBack(folder) ? { size: await sizeOf(folder) } : { problem: INTERRUPTED };
      await db
        .updateTable("backups")
        .set({ ended_at: clock.now(), ...outcome })
        .where("id", "=", id)
        .execute();
      if ("problem" in outcome && dirname(folder) === backupDir) await remove(folder);
    }
  }

  const renewing = (holder: string) =>
    setInterval(() => {
      lease(holder).catch(() => undefined);
    }, RENEWED_EVERY_MS).unref();

  function run({ id, folder, holder, keep }: Run): void {
    const program = runBackupProgram(places, folder);
    const renewal = renewing(holder);
    const ended = program.ended
      .then((problem) => finish({ id, folder, holder, keep }, problem))
      .catch((err: unknown) => log.error({ err }, "The outcome of a backup was not stored"))
      .finally(() => {
        clearInterval(renewal);
        work = null;
      });
    work = { stop: program.stop, ended };
  }

  async function finish(made: Run, output: string | null): Promise<void> {
    if (output !== null) {
      log.error({ reason: output }, "A backup failed");
      await remove(made.folder);
    }
    const problem = output && output.replaceAll(DATABASE_WORDS, "").trim();
    const size = problem === null ? await sizeOf(made.folder) : null;
    while (!(await store(made, { size, problem }))) await wait(pause, undefined, { signal: stopping.signal });
    if (problem !== null) await onFailure(problem);
  }

  /** @returns false if the database is unavailable, which may also be why the backup failed */
  async function store(
    { id, holder, keep }: Run,
    outcome: Pick<Row<"backups">, "size" | "problem">,
  ): Promise<boolean> {
    try {
      // Delete old backups before the new backup is recorded as complete. Otherwise, the list could briefly
      // contain more than `keep` complete backups.
      if (outcome.problem === null) await prune(keep - 1);
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable("backups")
          .set({ ended_at: clock.now(), ...outcome })
          .where("id", "=", id)
          .execute();
        await dropLease(tx, LEASE, holder);
      });
      return true;
    } catch (error) {
      if (toUnavailableError(error) === null) throw error;
      log.warn({ err: error }, "The outcome of a backup is not stored yet");
      return false;
    }
  }

  /**
   * Logs errors instead of throwing them, because the backup's outcome must be stored even if the folder cannot
   * be removed.
   */
  async function remove(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true }).catch((err: unknown) =>
      log.warn({ err, folder }, "A backup was not removed"),
    );
  }

  async function plannedFolders(): Promise<string[]> {
    const planned = await plannedRestore(places.dataDir);
    return planned === null ? [] : [planned.folder, planned.before];
  }

  async function prune(keep: number): Promise<void> {
    const rows = await db
      .selectFrom("backups")
      .where("ended_at", "is not", null)
      .orderBy("id", "desc")
      .selectAll()
      .execute();
    const needed = await plannedFolders();
    const isHere = ({ folder, problem }: Row<"backups">) => problem === null && existsSync(folder);
    const others = await otherHosts(db);
    const old = [
      ...rows
        .filter(isHere)
        .slice(keep)
        .filter(({ folder }) => !needed.includes(folder)),
      ...rows
        .filter((row) => !isHere(row) && (row.problem !== null || !others.includes(row.host)))
        .slice(MOST_LOST),
    ];
    for (const { id, folder, problem } of old) {
      // Do not delete folders outside the current backup folder, because they may contain other files.
      if (problem === null && dirname(folder) === backupDir) await remove(folder);
      await db.deleteFrom("backups").where("id", "=", id).execute();
    }
  }

  const list = () => readBackups({ db, places, clock });
  const state = async () => stateOf(await list());

  /** @throws AppError `not-found`; `conflict` if the backup is on another machine or was moved */
  async function folderOf(id: string): Promise<string> {
    const backup = (await list()).find((one) => one.id === id);
    if (backup?.state !== "done" && backup?.state !== "gone")
      throw new AppError("not-found", "This backup is not listed. Reload the page to see the current list.");
    if (existsSync(backup.folder)) return backup.folder;
    throw new AppError(
      "conflict",
      `${backup.folder} does not exist on this machine. Use the machine that made it.`,
    );
  }

  /** Does work during which no backup is made or deleted. @throws AppError `conflict` while a backup is in progress */
  async function alone<T>(task: () => Promise<T>): Promise<T> {
    const holder = randomUUID();
    if (!(await lease(holder)))
      throw new AppError("conflict", "A backup is in progress. Wait for it to finish.");
    const renewal = renewing(holder);
    try {
      return await task();
    } finally {
      clearInterval(renewal);
      // The lease lapses by itself.
      await dropLease(db, LEASE, holder).catch(() => undefined);
    }
  }

  /** Records a backup that was made before the panel could use the database, unless it is listed or was removed. */
  async function recordMade(folder: string, by = "", at = clock.now()): Promise<void> {
    const listed = await db.selectFrom("backups").where("folder", "=", folder).select("id").execute();
    if (listed.length > 0 || !existsSync(folder)) return;
    const size = await sizeOf(folder);
    const row = { at, ended_at: at, actor: by, due_at: null, host: hostname(), folder, size };
    await db.insertInto("backups").values(row).execute();
  }

  return {
    begin,
    list,
    state,
    folderOf,
    alone,
    /** @param closed stops the verification @throws AppError `conflict`; the message says what is wrong */
    verify: (folder: string, closed: AbortSignal): Promise<VerifiedBackup> =>
      verifyInProcess(places, folder, { stopped: AbortSignal.any([closed, stopping.signal]) }),
    /** @throws AppError `not-found`; `conflict`, also while a backup is made or a restore is planned */
    remove: (id: string): Promise<void> =>
      alone(async () => {
        const folder = await folderOf(id);
        if (id === COMMAND || dirname(folder) !== backupDir)
          throw new AppError(
            "conflict",
            `${folder} is not in this panel's backup folder. Delete it where it was made.`,
          );
        if ((await plannedFolders()).includes(folder))
          throw new AppError("conflict", "A planned restore needs this backup. Cancel the restore first.");
        await rm(folder, { recursive: true, force: true });
        await db.deleteFrom("backups").where("folder", "=", folder).execute();
        if ((await lastCommandBackup(places))?.folder === folder)
          await rm(recordIn(places.dataDir), { force: true });
      }),
    recordMade,
    /**
     * Records the backups that this panel made after the restored one, which its database does not contain.
     * @param restored.by the operator who made the backup `before` the restore
     */
    async recordNewer({ folder, before, by }: { folder: string; before: string; by: string }): Promise<void> {
      const base = await readManifest(folder);
      const names = await readdir(backupDir).catch(() => []);
      const found = await Promise.all(
        names
          .filter((name) => OWN_NAME.test(name))
          .map(async (name) => ({
            path: join(backupDir, name),
            made: await readManifest(join(backupDir, name)),
          })),
      );
      // Not by name, which has only the second.
      const inOrder = found.flatMap(({ path, made }) => (made ? { path, made } : []));
      for (const { path, made } of inOrder.toSorted((a, b) => Date.parse(a.made.at) - Date.parse(b.made.at)))
        // Another panel may use the same folder.
        if (base && made.at > base.at && OWN_KEYS.every((name) => made.files[name] === base.files[name]))
          await recordMade(path, path === before ? by : "", Date.parse(made.at));
      await recordMade(before, by);
    },
    async stop(): Promise<void> {
      stopping.abort();
      work?.stop();
      await work?.ended;
    },
  };
}

/** The machines of other replicas. This one may not see their folders. */
const otherHosts = async (db: Db): Promise<string[]> =>
  dialectOf(db) === "sqlite"
    ? []
    : (await readReplicas(db)).flatMap(({ host }) => (host === hostname() ? [] : host));

export async function readBackups({
  db,
  places,
  clock,
}: Pick<BackupsDeps, "db" | "places" | "clock">): Promise<Backup[]> {
  const [rows, lease, others, record] = await Promise.all([
    db.selectFrom("backups").orderBy("id", "desc").selectAll().execute(),
    db
      .selectFrom("leases")
      .select("name")
      .where("name", "=", LEASE)
      .where("expires_at", ">", clock.now())
      .executeTakeFirst(),
    otherHosts(db),
    lastCommandBackup(places),
  ]);
  const listed = rows.map((row) => backupOf(row, lease !== undefined, others.includes(row.host)));
  if (record === null || listed.some(({ folder }) => folder === record.folder)) return listed;
  const byCommand: Backup = {
    id: COMMAND,
    at: record.at,
    by: "npm run backup",
    state: existsSync(record.folder) ? "done" : "gone",
    folder: record.folder,
    size: await sizeOf(record.folder).catch(() => null),
    problem: null,
    isReadBack: isReadBack(record.folder),
  };
  return [...listed, byCommand].toSorted((one, other) => other.at - one.at);
}

/** Returns the last complete backup, and why the last one failed if it is newer. */
export function stateOf(backups: readonly Backup[]): {
  backup: { at: number; folder: string } | null;
  backupProblem: { at: number; reason: string } | null;
} {
  const newest = backups.find(({ state }) => state === "done" || state === "failed");
  const done = backups.find(({ state }) => state === "done");
  return {
    backup: done ? { at: done.at, folder: done.folder } : null,
    backupProblem:
      newest?.state === "failed"
        ? { at: newest.at, reason: newest.problem ?? "The reason is unknown." }
        : null,
  };
}

export type Backups = ReturnType<typeof createBackups>;

async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(/* turbopackIgnore: true */ folder);
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(/* turbopackIgnore: true */ folder, file))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function backupOf(row: Row<"backups">, isRunning: boolean, isElsewhere: boolean): Backup {
  const { id, at, ended_at: endedAt, actor, folder, size, problem } = row;
  const isInterrupted = endedAt === null && !isRunning && !isReadBack(folder);
  const state = () => {
    if (endedAt === null && isRunning) return "running";
    if (problem !== null || isInterrupted) return "failed";
    return isElsewhere || existsSync(folder) ? "done" : "gone";
  };
  return {
    id: String(id),
    at,
    by: actor === "" ? null : actor,
    state: state(),
    folder,
    size,
    problem: isInterrupted ? INTERRUPTED : problem,
    isReadBack: isReadBack(folder),
  };
}

const recordIn = (dataDir: string): string => join(/* turbopackIgnore: true */ dataDir, "last-backup.json");

/** Returns the last backup by `npm run backup`. Null if there is none, or if it is of another type of database. */
async function lastCommandBackup({
  dataDir,
  databaseUrl,
}: Pick<Places, "dataDir" | "databaseUrl">): Promise<{ at: number; folder: string } | null> {
  try {
    const text = await readFile(recordIn(dataDir), "utf8");
    const { at, folder, database } = commandRecord.parse(JSON.parse(text));
    if (database !== (databaseUrl === undefined ? "sqlite" : "postgres")) return null;
    return { at: Date.parse(at), folder };
  } catch {
    return null;
  }
}

/** The manifest is written last, after the backup was read back. */
const isReadBack = (folder: string): boolean => existsSync(backupFiles(folder).manifest);
