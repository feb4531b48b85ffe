import "server-only";
import type { Logger } from "pino";
import * as z from "zod";
import { DAY } from "@/lib/clock";
import { type Db, readMeta, writeMeta } from "@/lib/server/db";
import type { BackupSchedule } from "@/lib/shared/contract/backups";
import type { Backups } from "./backups";

const KEY = "backup-schedule";
const CHANNEL = "instance_admin_backups";
const CHECKED_EVERY_MS = 20_000;

const schema = z.object({
  time: z.string().nullable().default(null),
  keep: z.number().default(7),
  /** When the schedule was saved (ms since 1970). Backups due before this time are not made. */
  since: z.number().default(0),
});

interface ScheduleDeps {
  db: Db;
  backups: Pick<Backups, "begin">;
  /** BACKUP_KEEP, which takes precedence over the stored number. */
  keepFixed: number | undefined;
  clock: { now: () => number };
  log: Logger;
  announce: (channel: string) => Promise<void>;
  onAnnouncement: (channel: string, listener: () => void) => void;
}

export type BackupSchedules = ReturnType<typeof createBackupSchedule>;

export function createBackupSchedule({
  db,
  backups,
  keepFixed,
  clock,
  log,
  announce,
  onAnnouncement,
}: ScheduleDeps) {
  let stored = schema.parse({});
  let handled = 0;
  let timer: NodeJS.Timeout | undefined;
  /** The last check for a due backup. Never rejects. */
  let looking: Promise<void> = Promise.resolve();

  const keep = () => keepFixed ?? stored.keep;

  async function load(): Promise<void> {
    stored = schema.parse(JSON.parse((await readMeta(db, KEY)) ?? "{}"));
  }

  /** If several were missed while no panel was running, makes only one. */
  async function look(): Promise<void> {
    const due = lastDue(stored, clock.now());
    if (due === null || due <= stored.since || due <= handled) return;
    try {
      // The result is null if another backup is in progress. A later check then starts the due backup.
      if ((await backups.begin(null, { dueAt: due, keep: keep() })) !== null) handled = due;
    } catch (err) {
      log.warn({ err }, "A scheduled backup could not start");
    }
  }

  function lookAgain(): void {
    looking = looking.then(look);
  }

  return {
    keep,
    isKeepFixed: keepFixed !== undefined,
    view(): { schedule: BackupSchedule; nextAt: number | null } {
      const { time } = stored;
      const last = lastDue({ time }, clock.now());
      return { schedule: { time, keep: keep() }, nextAt: last === null ? null : last + DAY };
    },
    async save(schedule: BackupSchedule): Promise<void> {
      const next = { ...schedule, since: clock.now() };
      await writeMeta(db, KEY, JSON.stringify(next));
      stored = next;
      await announce(CHANNEL);
    },
    async start(): Promise<void> {
      await load();
      onAnnouncement(CHANNEL, () => void load().catch(() => undefined));
      timer ??= setInterval(lookAgain, CHECKED_EVERY_MS).unref();
      lookAgain();
    },
    /** Waits for a check in progress, because the check may start a backup. */
    async stop(): Promise<void> {
      clearInterval(timer);
      timer = undefined;
      await looking;
    },
  };
}

export function lastDue({ time }: Pick<BackupSchedule, "time">, now: number): number | null {
  if (time === null) return null;
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const today = Math.floor(now / DAY) * DAY + (hours * 60 + minutes) * 60_000;
  return today <= now ? today : today - DAY;
}
