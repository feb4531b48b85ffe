import "server-only";
import pino, { type DestinationStream, type Logger } from "pino";
import { asText } from "@/scripts/log-text.mjs";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { hideInText } from "@/lib/shared/settings/credentials";

/** Headers and fields whose values are replaced in the log, down to the third level of nesting. */
const SECRETS = new Set(["authorization", "cookie", "token", "password", "secret"]);
const LEVELS = 3;

/** Whether a value contains other values. Dates, URLs and buffers do not count, because they have a `toJSON` method. */
const isNested = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !("toJSON" in value);

/** What hides the secrets of the configuration file in the log, once the file is open. */
export const logSecrets = (): { withoutSecrets: (text: string) => string } =>
  processSingleton("log-secrets", () => ({ withoutSecrets: (text: string) => text }));

function hidden(value: unknown, level = LEVELS): unknown {
  if (typeof value === "string") return hideInText(logSecrets().withoutSecrets(value));
  if (level === LEVELS || !isNested(value)) return value;
  return Array.isArray(value)
    ? value.map((item) => hidden(item, level + 1))
    : withoutCredentials(value, level);
}

/**
 * Hides the secrets in the fields of a log entry, except in `err`, which has a separate serializer. Pino's
 * redaction (10.4) would leave secrets in the log:
 * - Of several wildcards for different levels, Pino applies only one.
 * - A wildcard fails on fields such as URLs.
 */
const withoutCredentials = (fields: object, level = 0): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      SECRETS.has(name) ? "[redacted]" : name === "err" ? value : hidden(value, level + 1),
    ]),
  );

/** The level from which errors are limited. */
const WARN = 40;
const MINUTE = 60_000;
/** Maximum number of different errors that are counted at once. */
const MOST_ERRORS = 100;

/** Returns the error from which others follow: a lost database fails in many places. */
const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error);

/** Lets one line per minute pass for each error. Returns how many were held back since the last, or null to hold it back. */
function createErrorLimit() {
  const seen = new Map<string, { at: number; heldBack: number }>();
  return (error: Error): number | null => {
    const { name, message } = rootOf(error);
    const key = `${name} ${message}`;
    const last = seen.get(key);
    if (last && performance.now() - last.at < MINUTE) {
      last.heldBack += 1;
      return null;
    }
    if (seen.size >= MOST_ERRORS) seen.clear();
    seen.set(key, { at: performance.now(), heldBack: 0 });
    return last?.heldBack ?? 0;
  };
}

const textTo = (destination: DestinationStream): DestinationStream => ({
  write: (line) => destination.write(asText(line)),
});

interface LogOptions {
  /** Default: standard output. */
  destination?: DestinationStream;
  format?: "json" | "text";
}

export function createLog({
  destination = pino.destination(1),
  format = env().logFormat,
}: LogOptions = {}): Logger {
  const limit = createErrorLimit();
  return pino(
    {
      level: env().logLevel,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: undefined,
      // Messages and fields may quote URLs and headers that contain credentials.
      hooks: {
        logMethod(args, method, level) {
          const [fields] = args as unknown[];
          if (level >= WARN && isNested(fields) && "err" in fields && fields.err instanceof Error) {
            const heldBack = limit(fields.err);
            if (heldBack === null) return;
            if (heldBack > 0) Object.assign(fields, { repeats: heldBack });
          }
          method.apply(this, args.map((arg) => hidden(arg)) as typeof args);
        },
      },
      formatters: { log: (fields) => withoutCredentials(fields) },
      serializers: { err: (error: Error) => withoutCredentials(pino.stdSerializers.err(error), 1) },
    },
    format === "text" ? textTo(destination) : destination,
  );
}

/**
 * Returns this process's log: one JSON object per line on standard output. `LOG_LEVEL` sets the level
 * (default `info`).
 */
export const log = (): Logger => processSingleton("log", () => createLog());

/**
 * Problems with the panel's environment that were detected while handling requests, such as an invalid
 * variable. Each problem is logSecrets once and shown on the overview.
 */
class Notices {
  private readonly messages = new Map<string, string>();

  has = (variable: string): boolean => this.messages.has(variable);

  /** @param variable the environment variable that fixes the problem */
  add(variable: string, message: string): void {
    if (this.has(variable)) return;
    this.messages.set(variable, message);
    log().warn({ variable }, message);
  }

  all = (): string[] => [...this.messages.values()];
}

export const notices = (): Notices => processSingleton("notices", () => new Notices());
