/**
 * `npm run backup -- <folder>`: copies what the panel stores, even while it runs, into a new folder: a consistent
 * snapshot of the database, the configuration file and the session secret. The panel can start with that folder as its
 * DATA_DIR.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { backup, DatabaseSync } from "@photostructure/sqlite";

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const target = process.argv[2];
if (!target) fail("Name a folder for the backup: npm run backup -- /path/of/a/new/folder");
const dataDir = resolve(process.env.DATA_DIR || "./data");
const configPath = resolve(process.env.CONFIG_PATH || join(dataDir, "config.json"));
const database = join(dataDir, "instance.db");
if (existsSync(target))
  fail(`${target} already exists. Name a new folder, so that no earlier backup is overwritten.`);
if (!process.env.DATABASE_URL && !existsSync(database))
  fail(`There is no database at ${database}. Set DATA_DIR to the same folder as for npm start.`);

try {
  mkdirSync(target, { recursive: true, mode: 0o700 });
  if (!process.env.DATABASE_URL) {
    // SQLite's online backup sees only whole transactions and blocks nobody. All pages are copied in one step, because
    // a write by the panel between two steps would make it start over.
    const source = new DatabaseSync(database, { readOnly: true, timeout: 10_000 });
    await backup(source, join(target, "instance.db"), { rate: -1 });
    source.close();
    chmodSync(join(target, "instance.db"), 0o600);
  }
  for (const [from, name] of [
    [configPath, "config.json"],
    [join(dataDir, "nextauth-secret"), "nextauth-secret"],
  ]) {
    if (!existsSync(from)) continue;
    copyFileSync(from, join(target, name));
    chmodSync(join(target, name), 0o600);
  }
} catch (error) {
  fail(`The backup is not complete (${error.message}). Fix that, delete ${target}, and run it again.`);
}
// The overview tells when the last backup was made.
const record = join(dataDir, "last-backup.json");
try {
  const text = JSON.stringify({ at: new Date().toISOString(), folder: resolve(target) });
  writeFileSync(`${record}.new`, `${text}\n`, { mode: 0o600 });
  renameSync(`${record}.new`, record);
} catch (error) {
  console.error(`The backup is complete, but ${record} could not be written (${error.message}).`);
}
if (process.env.DATABASE_URL)
  console.log(
    "Copied the configuration file and the secrets. The database is PostgreSQL: back it up with pg_dump.",
  );
console.log(
  `Saved in ${resolve(target)}. To restore: stop the panel, and start it with DATA_DIR=${resolve(target)}.`,
);
if (!process.env.DATABASE_URL)
  console.log(
    // SQLite would otherwise replay what a killed process left in the log into the older database.
    "Or copy these files back. First delete instance.db-wal and instance.db-shm beside the database, if they exist.",
  );
