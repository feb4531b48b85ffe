/** Implements `npm run restore` (`restore.mjs`). */
import { resolve } from "node:path";
import pino from "pino";
import { readEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { openDatabase } from "@/lib/server/db";
import { restoreBackup } from "@/lib/server/monitor/backup/restore";
import { endRestored } from "@/lib/server/panel/backups";
import { contentsInWords } from "@/lib/server/monitor/backup/verify";

const [folder] = process.argv.slice(2);
try {
  if (folder === undefined || folder.startsWith("-"))
    throw new AppError(
      "invalid-settings",
      "Stop the panel, then choose the backup to restore: instance-admin restore /path/of/the/backup\nIn a clone: npm run restore -- /path/of/the/backup",
    );
  const env = readEnv();
  const { dataDir, configPath } = env;
  const { contents, renamed } = await restoreBackup(resolve(folder), env);
  const { db, close } = openDatabase(env, pino({ level: "silent" }));
  await endRestored(db).finally(close);
  console.log(`Restored to ${dataDir} and ${configPath}: ${contentsInWords(contents)}.`);
  for (const path of renamed) console.log(`The earlier file is now ${path}.`);
  console.log("Start the panel with the same DATA_DIR, CONFIG_PATH and DATABASE_URL.");
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(
    error instanceof AppError
      ? message
      : `The restore failed (${message}). Correct the cause, and run the command again.`,
  );
  process.exitCode = 1;
}
