/** Implements `npm run doctor` and `instance-admin doctor`. */
import pino from "pino";
import { readEnv } from "@/lib/env";
import { openEdition } from "@/lib/server/config-file";
import { type OpenDatabase, openDatabase } from "@/lib/server/db";
import { examine } from "@/lib/server/panel/doctor";
import type { Finding } from "@/lib/shared/contract/doctor";

// The output is for programs, so the log must not mix with it.
process.env.LOG_LEVEL = "silent";
let findings: Finding[];
let opened: OpenDatabase | undefined;
try {
  const env = readEnv();
  openEdition(env.configEdition);
  const db = () => (opened ??= openDatabase(env, pino({ level: "silent" }))).db;
  const instance = { apiUrl: env.givenApiUrl, operatorToken: env.givenOperatorToken };
  findings = await examine({ env, instance, db, path: process.env.PATH });
} catch (caught) {
  const message = caught instanceof Error ? caught.message : String(caught);
  findings = [{ check: "environment", state: "error", message }];
} finally {
  await opened?.close().catch(() => undefined);
}
const hasErrors = findings.some(({ state }) => state === "error");
console.log(
  process.argv.includes("--json")
    ? JSON.stringify({ ok: !hasErrors, findings }, null, 2)
    : findings.map(({ check, state, message }) => `${state.padEnd(8)} ${check}: ${message}`).join("\n"),
);
process.exitCode = hasErrors ? 1 : 0;
