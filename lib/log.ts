import "server-only";
import pino, { type DestinationStream, type Logger } from "pino";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { hideInText } from "@/lib/shared/settings/credentials";

/** Headers and fields whose values are replaced in the log, down to the third level of nesting. */
const SECRETS = ["authorization", "cookie", "token", "password", "secret"];

const hidden = (value: unknown): unknown => (typeof value === "string" ? hideInText(value) : value);

const withoutCredentials = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, hidden(value)]));

/** @param destination default: standard output */
export const createLog = (destination?: DestinationStream): Logger =>
  pino(
    {
      level: env().logLevel,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: undefined,
      // Messages and fields may quote addresses and headers that contain credentials.
      hooks: {
        logMethod(args, method) {
          method.apply(this, args.map(hidden) as typeof args);
        },
      },
      formatters: { log: withoutCredentials },
      serializers: { err: (error: Error) => withoutCredentials(pino.stdSerializers.err(error)) },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
    },
    destination ?? pino.destination(1),
  );

/**
 * The log of this process: one JSON object per line on standard output. `LOG_LEVEL` sets the level (default `info`).
 */
export const log = (): Logger => processSingleton("log", () => createLog());
