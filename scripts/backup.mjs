/**
 * `npm run backup -- <folder>` copies the panel's data to a new folder, even while the panel runs: a consistent
 * snapshot of the database, the configuration file and the session secret. The panel can start with that folder as its
 * DATA_DIR. With PostgreSQL, pg_dump makes the snapshot. If the database is missing or
 * unreachable, the command fails and copies nothing.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import { SqliteConnection } from "../lib/server/db/sqlite-driver.cjs";

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const target = process.argv[2];
if (!target) fail("Choose a folder for the backup: npm run backup -- /path/of/a/new/folder");
const folder = resolve(target);
const url = process.env.DATABASE_URL;
const dataDir = resolve(process.env.DATA_DIR || "./data");
const configPath = resolve(process.env.CONFIG_PATH || join(dataDir, "config.json"));
if (existsSync(folder))
  fail(`${folder} already exists. Choose a new folder, so that no earlier backup is overwritten.`);

const copy = join(folder, url ? "instance.dump" : "instance.db");
const copyDatabase = url ? await postgresBackup() : sqliteBackup();

async function serverVersion() {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query("show server_version_num");
    return Math.floor(Number(rows[0].server_version_num) / 10_000);
  } catch (error) {
    return fail(
      `The database at DATABASE_URL cannot be reached (${error.message || error.code}). Nothing was backed up.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Finds a pg_dump that is not older than the server, because pg_dump cannot copy a database of a newer server.
 * @returns a function that copies the database
 */
async function postgresBackup() {
  const server = await serverVersion();
  const { stdout } = spawnSync("pg_dump", ["--version"], { encoding: "utf8" });
  const found = Number(/ (\d+)/.exec(stdout ?? "")?.[1] ?? 0);
  if (found < server) {
    fail(
      `The database is PostgreSQL ${server}, and ${found ? `pg_dump is version ${found}` : "pg_dump is not installed"}. Nothing was backed up.\n` +
        `Install pg_dump ${server} or later (Debian and Ubuntu: postgresql-client-${server}) and run this again. Or, on a machine that has it, run\n` +
        `    pg_dump --format=custom --file=instance.dump "$DATABASE_URL"\n` +
        `and copy ${configPath} and ${join(dataDir, "nextauth-secret")}.`,
    );
  }
  return () => {
    const { address, password } = withoutPassword();
    // The unlogged tables contain only rate limits and wrong guesses, which a restored panel does not need.
    const args = ["--format=custom", "--no-unlogged-table-data", `--file=${copy}`, `--dbname=${address}`];
    const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
    const dumped = spawnSync("pg_dump", args, { encoding: "utf8", env });
    if (dumped.status !== 0) throw new Error(`pg_dump: ${dumped.error?.message ?? dumped.stderr.trim()}`);
  };
}

/** Separates the password from the address, because other users of the machine can read the arguments of a process. */
function withoutPassword() {
  if (!URL.canParse(url)) return { address: url, password: "" };
  const address = new URL(url);
  const password = decodeURIComponent(address.password) || (address.searchParams.get("password") ?? "");
  address.password = "";
  address.searchParams.delete("password");
  return { address: address.href, password };
}

/** @returns a function that copies the database file */
function sqliteBackup() {
  const database = join(dataDir, "instance.db");
  if (!existsSync(database))
    fail(`There is no database at ${database}. Set DATA_DIR to the same folder as for npm start.`);
  return () => {
    const source = new SqliteConnection(database, { readOnly: true, busyTimeout: 10_000 });
    // A single statement reads a consistent snapshot and does not block writers.
    source.prepare("vacuum into ?").run(copy);
    source.close();
  };
}

try {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  copyDatabase();
  chmodSync(copy, 0o600);
  for (const [from, name] of [
    [configPath, "config.json"],
    [join(dataDir, "nextauth-secret"), "nextauth-secret"],
    [join(dataDir, "audit-key"), "audit-key"],
    [join(dataDir, "audit-head"), "audit-head"],
  ]) {
    if (!existsSync(from)) continue;
    copyFileSync(from, join(folder, name));
    chmodSync(join(folder, name), 0o600);
  }
} catch (error) {
  // The folder is new, so it contains only parts of this backup.
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  fail(`The backup failed (${error.message}). Nothing was backed up.`);
}
// The overview shows the time in this file as the time of the last backup.
const record = join(dataDir, "last-backup.json");
try {
  const database = url ? "postgres" : "sqlite";
  const text = JSON.stringify({ at: new Date().toISOString(), folder, database });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(`${record}.new`, `${text}\n`, { mode: 0o600 });
  renameSync(`${record}.new`, record);
} catch (error) {
  console.error(`The backup is complete, but ${record} could not be written (${error.message}).`);
}
console.log(
  url
    ? `Saved in ${folder}. To restore: stop the panel, create an empty database, run\n    pg_restore --no-owner --exit-on-error --dbname=URL ${copy}\nand start the panel with DATABASE_URL=URL and DATA_DIR=${folder}.`
    : // The message asks operators to delete instance.db-wal, because a killed process may have left writes
      // there. SQLite would apply these writes to the restored database.
      `Saved in ${folder}. To restore: stop the panel, and start it with DATA_DIR=${folder}.\nOr copy these files back. First delete instance.db-wal and instance.db-shm next to the database, if they exist.`,
);
