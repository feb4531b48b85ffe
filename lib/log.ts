import "server-only";
import pino, { type Logger } from "pino";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";

/** Headers and fields that must never reach a log, wherever they are nested. */
const SECRETS = ["authorization", "cookie", "token", "password", "secret"];

/** The process's log: one JSON object per line on standard output. `LOG_LEVEL` sets how much (default `info`). */
export function log(): Logger {
  return processSingleton("log", () =>
    pino({
      level: env().logLevel,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: undefined,
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
    }),
  );
}
