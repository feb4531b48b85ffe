import "server-only";
import pino, { type DestinationStream, type Logger } from "pino";
import { asText } from "@/scripts/log-text.mjs";
import { MINUTE } from "@/lib/clock";
import { hideInText } from "@/lib/shared/settings/credentials";

const SECRETS = new Set(["authorization", "cookie", "token", "password", "secret"]);
const LEVELS = 3;

/** Whether a value contains other values. Dates, URLs and buffers do not count, because they have a `toJSON` method. */
const isNested = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !("toJSON" in value);

/** The level from which errors are limited. */
const WARN = 40;
/** Maximum number of different errors that are counted at once. */
const MOST_ERRORS = 100;

const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error);

/** Returns how many were held back since the last, or null to hold it back. */
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

export interface LogSecrets {
  withoutSecrets: (text: string) => string;
}

export interface LogDeps {
  level: string;
  /** Set once the file is open. */
  secrets?: LogSecrets;
  format?: "json" | "text";
  /** Default: standard output. */
  destination?: DestinationStream;
}

/**
 * Creates the log: one JSON object per line. Hides secrets in messages and fields, which may quote URLs and headers.
 * Pino's redaction (10.4) would leave secrets in the log:
 * - Of several wildcards for different levels, Pino applies only one.
 * - A wildcard fails on fields such as URLs.
 */
export function createLog({
  level: lowest,
  secrets,
  format = "json",
  destination = pino.destination(1),
}: LogDeps): Logger {
  const limit = createErrorLimit();

  function hidden(value: unknown, depth = LEVELS): unknown {
    if (typeof value === "string") return hideInText(secrets ? secrets.withoutSecrets(value) : value);
    if (depth === LEVELS || !isNested(value)) return value;
    return Array.isArray(value)
      ? value.map((item) => hidden(item, depth + 1))
      : withoutCredentials(value, depth);
  }

  const withoutCredentials = (fields: object, depth = 0): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]: [string, unknown]) => [
        name,
        SECRETS.has(name) ? "[redacted]" : name === "err" ? value : hidden(value, depth + 1),
      ]),
    );

  return pino(
    {
      level: lowest,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: undefined,
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
 * Problems with the panel's environment that were detected while handling requests, such as an invalid
 * variable. Each problem is logged once and shown on the overview.
 */
export class Notices {
  private readonly messages = new Map<string, string>();

  constructor(private readonly log: Logger) {}

  has = (variable: string): boolean => this.messages.has(variable);

  /** @param variable the environment variable that fixes the problem */
  add(variable: string, message: string): void {
    if (this.has(variable)) return;
    this.messages.set(variable, message);
    this.log.warn({ variable }, message);
  }

  all = (): string[] => [...this.messages.values()];
}
