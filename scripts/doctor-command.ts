/** Implements `npm run doctor` and `instance-admin doctor`. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { type Env, readEnv } from "@/lib/env";
import { PanelSettings } from "@/lib/panel-settings";
import { openEdition } from "@/lib/server/config-file";
import { type Db, type OpenDatabase, openDatabase } from "@/lib/server/db";
import { createSeals } from "@/lib/server/operators/seals";
import { readConnection } from "@/lib/server/panel/connection";
import { examine, UNFINISHED } from "@/lib/server/panel/doctor";
import { storedSecret } from "@/lib/server/panel/doctor-proof";
import type { Finding } from "@/lib/shared/contract/doctor";

// The output is for programs, so the log must not mix with it.
process.env.LOG_LEVEL = "silent";
const isBrief = process.argv.includes("--brief");
let findings: Finding[];
let opened: OpenDatabase | undefined;
try {
  const env = readEnv();
  openEdition(env.configEdition);
  const db = () => (opened ??= openDatabase(env, pino({ level: "silent" }))).db;
  const { instanceApiUrl: apiUrl, instanceOperatorToken: operatorToken } = await settingsOf(env, db);
  const instance = { apiUrl, operatorToken };
  findings = await examine({ env, instance, db, path: process.env.PATH }, { isBrief });
} catch (caught) {
  const message = isBrief ? UNFINISHED : caught instanceof Error ? caught.message : String(caught);
  findings = [{ check: "environment", state: "error", message }];
} finally {
  await opened?.close().catch(() => undefined);
}

/** Reads the connection that operators have entered in the panel. */
async function settingsOf(env: Env, db: () => Db): Promise<PanelSettings> {
  const settings = new PanelSettings(env);
  const secret = storedSecret(env);
  // Opening a missing database would create an empty one.
  const hasDatabase = env.databaseUrl !== undefined || existsSync(join(env.dataDir, "instance.db"));
  if (secret === undefined || !hasDatabase) return settings;
  const stored = await readConnection(db(), createSeals(secret)).catch(() => null);
  if (stored?.mode === "connected") settings.setConnection(stored);
  return settings;
}

const hasErrors = findings.some(({ state }) => state === "error");
console.log(
  process.argv.includes("--json")
    ? JSON.stringify({ ok: !hasErrors, findings }, null, 2)
    : findings.map(({ check, state, message }) => `${state.padEnd(8)} ${check}: ${message}`).join("\n"),
);
process.exitCode = hasErrors ? 1 : 0;
