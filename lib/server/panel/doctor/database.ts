import "server-only";
import { DAY } from "@/lib/clock";
import { existsSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { systemClock } from "@/lib/clock";
import { measureClock, readReplicas } from "@/lib/server/db";
import { readBackups, stateOf } from "@/lib/server/monitor/backup/backups";
import { type Check, error, megabytes, ok, type Result, skipped, type Subject, warning } from "./finding";

const MAX_CLOCK_DIFFERENCE_MS = 2_000;
const MIN_DAYS_LEFT = 30;
const MAX_BACKUP_DAYS = 7;
const SLOW_MS = 100;
const MAX_LAG_S = 30;

export const databaseChecks: readonly Check[] = [
  ["database", database],
  ["clocks", clocks],
  ["growth", growth],
  ["backups", backups],
];

async function database({ env: { databaseUrl, dataDir }, db }: Subject): Promise<Result> {
  if (databaseUrl === undefined) {
    const file = join(dataDir, "instance.db");
    if (!existsSync(file)) return skipped("The first start creates the SQLite database.");
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(db());
    return rows[0]?.quick_check === "ok"
      ? ok(`${file} is intact (${megabytes(statSync(file).size)}).`)
      : error(`${file} is damaged: ${rows[0]?.quick_check}. Restore a backup.`);
  }
  const since = performance.now();
  const { rows } = await sql<{ version: string; standby: boolean; lag: number | null }>`
    select current_setting('server_version') as version, pg_is_in_recovery() as standby,
      (select max(extract(epoch from replay_lag))::float8 from pg_stat_replication) as lag`.execute(db());
  const took = Math.round(performance.now() - since);
  const [{ version, standby, lag } = { version: "", standby: false, lag: null }] = rows;
  if (standby)
    return error("The database is a standby, which accepts no changes. Set DATABASE_URL to the primary.");
  if (took > SLOW_MS)
    return warning(
      `PostgreSQL ${version} took ${took} ms for a query, and a save needs many. Run it closer to the panel.`,
    );
  if (lag !== null && lag > MAX_LAG_S)
    return warning(
      `A standby of PostgreSQL ${version} is ${Math.round(lag)} s behind, so a failover would lose saves. Check its replication.`,
    );
  return ok(`PostgreSQL ${version} answers in ${took} ms.`);
}

async function clocks({ env: { databaseUrl }, db }: Subject): Promise<Result> {
  if (databaseUrl === undefined) return skipped("With SQLite, the panel runs on one machine.");
  const { ahead } = await measureClock(db(), systemClock);
  if (Math.abs(ahead) > MAX_CLOCK_DIFFERENCE_MS)
    return error(
      `The clock of this machine is ${differenceWords(ahead)} that of the database. Synchronize both with NTP.`,
    );
  const replicas = await readReplicas(db());
  const [first, last] = [replicas[0], replicas.at(-1)];
  if (!first || !last) return ok("The clocks of this machine and the database agree. No replica runs.");
  const apart = last.clock_ahead - first.clock_ahead;
  return apart > MAX_CLOCK_DIFFERENCE_MS
    ? error(
        `The clock of the replica on ${last.host} is ${differenceWords(apart)} that of the replica on ${first.host}. Synchronize both with NTP.`,
      )
    : ok(
        `The clocks of this machine, the database and ${replicas.length === 1 ? "one replica" : `${replicas.length} replicas`} agree.`,
      );
}

const differenceWords = (ahead: number): string =>
  `${(Math.abs(ahead) / 1000).toFixed(1)} s ${ahead > 0 ? "ahead of" : "behind"}`;

async function growth({ env: { databaseUrl, dataDir }, db }: Subject): Promise<Result> {
  const file = join(dataDir, "instance.db");
  if (databaseUrl === undefined && !existsSync(file)) return skipped("The first start creates the database.");
  const oldest = await db()
    .selectFrom("config_files")
    .select(({ fn }) => fn.min("created_at").as("at"))
    .executeTakeFirst();
  const days = (Date.now() - Number(oldest?.at ?? Date.now())) / DAY;
  if (days < 1) return skipped("The database is younger than a day.");
  if (databaseUrl !== undefined) {
    const { rows } = await sql<{ size: number }>`
      select pg_database_size(current_database()) as size`.execute(db());
    return ok(`The database has grown by ${megabytes(Number(rows[0]?.size ?? 0) / days)} a day.`);
  }
  const daily = statSync(file).size / days;
  const { bavail, bsize } = statfsSync(dataDir);
  const left = Math.floor((bavail * bsize) / daily);
  const words = `The database has grown by ${megabytes(daily)} a day, and its disk is full in ${left.toLocaleString("en")} days.`;
  return left < MIN_DAYS_LEFT ? warning(`${words} Free some space, or set AUDIT_RETENTION_DAYS.`) : ok(words);
}

async function backups({ env, db }: Subject): Promise<Result> {
  if (env.databaseUrl === undefined && !existsSync(join(env.dataDir, "instance.db")))
    return skipped("The first start creates the database.");
  const { backup, backupProblem } = stateOf(await readBackups({ db: db(), places: env, clock: systemClock }));
  if (backupProblem) return error(`The last backup failed: ${backupProblem.reason}`);
  if (!backup) return warning("There is no backup. Schedule a daily one on the Backups page.");
  const days = Math.floor((Date.now() - backup.at) / DAY);
  const words = `The last backup is ${days === 0 ? "less than a day" : days === 1 ? "a day" : `${days} days`} old.`;
  return days > MAX_BACKUP_DAYS ? warning(`${words} Schedule a daily one on the Backups page.`) : ok(words);
}
