import "server-only";
import type { LoggerInstance } from "next-auth";
import { log } from "@/lib/log";

/** Errors caused by a foreign or outdated cookie: anybody can send one, so they are not errors of the panel. */
const OF_COOKIES = ["JWT_SESSION_ERROR", "INVALID_CALLBACK_URL_ERROR"];

const errorIn = (metadata: unknown): unknown =>
  metadata instanceof Error || typeof metadata !== "object" || metadata === null || !("error" in metadata)
    ? metadata
    : metadata.error;

/** Sends next-auth's messages to our log in our format; by default it prints several lines of plain text. */
export const authLog: LoggerInstance = {
  error(code, metadata) {
    const error = errorIn(metadata);
    const reason = error instanceof Error ? error.message : undefined;
    if (OF_COOKIES.includes(code)) log().debug({ code, reason }, "A session's cookie was not accepted");
    else log().error({ code, err: error }, "next-auth reports an error");
  },
  warn: (code) => log().warn({ code }, "next-auth warns"),
  debug: (code) => log().debug({ code }, "next-auth"),
};
