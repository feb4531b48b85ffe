import "server-only";
import { env } from "@/lib/env";
import { beginBackup, listBackups } from "@/lib/server/monitor/backups";
import { type BackupSchedule, type BackupView } from "@/lib/shared/contract/backups";
import { z } from "zod";
import { log } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { announce, db, onAnnouncement, readMeta, stopBeforeClose, writeMeta } from "@/lib/server/db";

export async function backupView(): Promise<BackupView> {
  const { backupDir, databaseUrl } = env();
  return {
    folder: backupDir,
    database: databaseUrl === undefined ? "sqlite" : "postgres",
    ...backupSchedule(),
    backups: await listBackups(),
  };
}

const KEY = "backup-schedule";
const CHANNEL = "instance_admin_backups";
const DAY = 86_400_000;
const CHECKED_EVERY_MS = 20_000;

const schema = z.object({
  time: z.string().nullable().default(null),
  keep: z.number().default(7),
  /** When the schedule was saved (ms since 1970). Backups due before this time are not made. */
  since: z.number().default(0),
});
type Stored = z.output<typeof schema>;

const state = () =>
  processSingleton("backup-schedule", () => ({
    stored: schema.parse({}),
    handled: 0,
    timer: undefined as NodeJS.Timeout | undefined,
    /** The last check for a due backup. Never rejects. */
    looking: Promise.resolve(),
  }));

async function readStored(): Promise<Stored> {
  return schema.parse(JSON.parse((await readMeta(db(), KEY)) ?? "{}"));
}

/** Starts making scheduled backups, and applies schedule changes that other replicas make. */
export async function startSchedule(): Promise<void> {
  const own = state();
  const load = async () => {
    own.stored = await readStored();
  };
  await load();
  onAnnouncement(CHANNEL, () => void load().catch(() => undefined));
  const lookAgain = () => {
    own.looking = Promise.all([own.looking, look()]).then(() => undefined);
  };
  own.timer ??= setInterval(lookAgain, CHECKED_EVERY_MS).unref();
  stopBeforeClose(stopSchedule);
  lookAgain();
}

/** Stops scheduled backups. Waits for a check in progress, because the check may start a backup. */
export async function stopSchedule(): Promise<void> {
  const own = state();
  clearInterval(own.timer);
  own.timer = undefined;
  await own.looking;
}

/** Starts a backup if one is due. If several were missed while no panel was running, makes only one. */
async function look(): Promise<void> {
  const own = state();
  const { stored } = own;
  const due = lastDue(stored, Date.now());
  if (due === null || due <= stored.since || due <= own.handled) return;
  try {
    // The result is null if another backup is in progress. A later check then starts the due backup.
    if ((await beginBackup(null, { dueAt: due, keep: stored.keep })) !== null) own.handled = due;
  } catch (err) {
    log().warn({ err }, "A scheduled backup could not start");
  }
}

/** Returns the latest scheduled time that has passed (ms since 1970). Null without a schedule. */
export function lastDue({ time }: Pick<BackupSchedule, "time">, now: number): number | null {
  if (time === null) return null;
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const today = Math.floor(now / DAY) * DAY + (hours * 60 + minutes) * 60_000;
  return today <= now ? today : today - DAY;
}

export function backupSchedule(): { schedule: BackupSchedule; nextAt: number | null } {
  const { time, keep } = state().stored;
  const last = lastDue({ time }, Date.now());
  return { schedule: { time, keep }, nextAt: last === null ? null : last + DAY };
}

/** Stores the schedule. All replicas switch to it immediately. */
export async function saveSchedule(schedule: BackupSchedule): Promise<void> {
  const stored = { ...schedule, since: Date.now() };
  await writeMeta(db(), KEY, JSON.stringify(stored));
  state().stored = stored;
  await announce(CHANNEL);
}
