/** Implements `npm run backup` (`backup.mjs`). */
import { chmodSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { shellWord } from "@/lib/shared/shell-word";
import { giveToFolderOwner } from "@/lib/server/config-file";
import { isFromPostgres } from "@/lib/server/db";
import { makeBackup } from "@/lib/server/monitor/backup/make";
import { contentsInWords, verifyBackup } from "@/lib/server/monitor/backup/verify";

const [first, second] = process.argv.slice(2);

/** The overview shows the time in this file as the time of the last backup. */
async function recordBackup(folder: string): Promise<void> {
  const { dataDir, databaseUrl } = readEnv();
  const record = join(dataDir, "last-backup.json");
  const database = databaseUrl === undefined ? "sqlite" : "postgres";
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(`${record}.new`, `${JSON.stringify({ at: new Date().toISOString(), folder, database })}\n`);
    chmodSync(`${record}.new`, 0o600);
    await giveToFolderOwner(`${record}.new`);
    renameSync(`${record}.new`, record);
  } catch (error) {
    console.error(`The backup is complete, but ${record} could not be written (${String(error)}).`);
  }
}

try {
  if (first === "--verify" && second !== undefined) {
    const { contents, manifest } = await verifyBackup(resolve(second));
    console.log(`The backup of ${manifest.at} is complete: ${contentsInWords(contents)}.`);
  } else if (first === "--read" && second !== undefined) {
    console.log(JSON.stringify(await verifyBackup(second)));
  } else if (first !== undefined && !first.startsWith("-")) {
    const folder = resolve(first);
    const contents = await makeBackup(readEnv(), folder);
    await recordBackup(folder);
    console.log(
      `Saved in ${folder} and verified: ${contentsInWords(contents)}.\nTo restore: stop the panel, and run\n    instance-admin restore ${shellWord(folder)}\n(in a clone: npm run restore -- ${shellWord(folder)}) with the DATA_DIR, CONFIG_PATH and DATABASE_URL of the panel.`,
    );
  } else
    throw new AppError(
      "invalid-settings",
      "Choose a folder for the backup: instance-admin backup /path/of/a/new/folder\nOr verify a backup: instance-admin backup --verify /path/of/the/backup\nIn a clone: npm run backup -- …",
    );
} catch (error) {
  const said = error instanceof Error ? error.message : String(error);
  // The panel shows viewers the other lines. This one has addresses, and names of users and hosts.
  if (isFromPostgres(error)) console.error(`PostgreSQL: ${said.replaceAll(/\s+/g, " ")}`);
  const message = isFromPostgres(error) ? "the database refused or did not answer" : said;
  const sentence =
    first === "--verify" || first === "--read"
      ? `The backup could not be verified (${message}). Try again, or use another backup.`
      : `The backup failed (${message}). Nothing was backed up. Correct the cause, and try again.`;
  console.error(error instanceof AppError ? message : sentence);
  process.exitCode = 1;
}
