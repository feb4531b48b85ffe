/** The log for people (`LOG_FORMAT=text`). */
const LEVELS = { 10: "TRACE", 20: "DEBUG", 30: "INFO", 40: "WARN", 50: "ERROR", 60: "FATAL" };

/**
 * Turns a line of the log (JSON) into one line of text: time, level, message, then the other fields. An error's stack
 * follows on lines of its own.
 * @param {string} line
 */
export function asText(line) {
  const { level, time, msg, err, ...rest } = JSON.parse(line);
  const fields = Object.entries(rest).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const stack = err ? `\n${err.stack ?? `${err.type}: ${err.message}`}` : "";
  return `${time} ${(LEVELS[level] ?? String(level)).padEnd(5)} ${msg}${fields.join("")}${stack}\n`;
}
