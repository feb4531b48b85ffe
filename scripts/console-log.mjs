import { Console } from "node:console";
import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import pino from "pino";
import { asText } from "./log-text.mjs";

/**
 * Adds the output of Next and Node to the log (`lib/log.ts`). The log has one JSON object per line, even if a request
 * contains line breaks.
 */
export function logConsole() {
  const { LOG_LEVEL } = process.env;
  const level = LOG_LEVEL && (LOG_LEVEL in pino.levels.values || LOG_LEVEL === "silent") ? LOG_LEVEL : "info";
  const out = pino.destination(1);
  const destination = process.env.LOG_FORMAT === "text" ? { write: (line) => out.write(asText(line)) } : out;
  const log = pino({ level, timestamp: pino.stdTimeFunctions.isoTime, base: undefined }, destination);
  const to = (/** @type {"info" | "warn" | "error"} */ severity) =>
    new Writable({
      decodeStrings: false,
      write(text, _, done) {
        const message = stripVTControlCharacters(String(text)).trim();
        if (message !== "") log[severity](message);
        done();
      },
    });
  const console = new Console(to("info"), to("error"));
  console.warn = new Console(to("warn")).log;
  globalThis.console = console;

  // Node's listener would print the warning as plain text.
  process.removeAllListeners("warning").on("warning", ({ name, message, stack }) => {
    // Other properties of the warning may contain a whole response.
    log.warn({ err: { type: name, message, stack } }, "Node.js warning");
  });
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "The panel stopped because of an unhandled error");
    process.exit(1);
  });
}
