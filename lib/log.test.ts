import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "./log";

function logged(write: (log: ReturnType<typeof createLog>) => void, format?: "text"): string {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  write(createLog({ level: "info", destination, ...(format && { format }) }));
  return lines.join("");
}

test.each([
  ["a message", (log: ReturnType<typeof createLog>) => log.info("asked https://chat:lamp@h/x")],
  ["a field", (log: ReturnType<typeof createLog>) => log.info({ url: "https://h/?token=lamp" }, "asked")],
  [
    "an error",
    (log: ReturnType<typeof createLog>) =>
      log.error({ err: new Error("refused: amqp://chat:lamp@h") }, "failed"),
  ],
])("does not log a credential in %s", (_, write) => {
  const line = logged(write);
  expect(line).toContain("•••");
  expect(line).not.toContain("lamp");
  expect(JSON.parse(line)).toMatchObject({ msg: expect.any(String) as string });
});

test.each([
  ["a field", { token: "lamp" }],
  ["a number", { secret: 4711 }],
  ["a header", { headers: { authorization: "lamp", accept: "x" } }],
  ["a header with a list of values", { headers: { cookie: ["lamp"] } }],
  ["the third level", { request: { headers: { cookie: "lamp" } } }],
  ["an element of a list", { tokens: [{ token: "lamp" }] }],
  ["text nested in a field", { request: { url: "https://h/?token=lamp", tries: ["amqp://chat:lamp@h"] } }],
  ["an error", { err: Object.assign(new Error("no"), { password: "lamp" }) }],
  ["the details of an error", { err: Object.assign(new Error("no"), { details: { secret: "lamp" } }) }],
  ["an error in another field", { cause: Object.assign(new Error("no"), { password: "lamp" }) }],
])("replaces the secret in %s", (_, fields) => {
  const line = logged((log) => log.warn(fields, "a line"));
  expect(line).toMatch(/\[redacted\]|•••/);
  expect(line).not.toMatch(/lamp|4711/);
});

test("logs fields unchanged if they contain no secret", () => {
  const at = new Date(0);
  const fields = { at, url: new URL("https://h/"), none: null, list: [1, "a"], deep: { a: { b: { c: 1 } } } };
  expect(JSON.parse(logged((log) => log.info({ ...fields, gone: undefined }, "a line")))).toMatchObject({
    ...fields,
    at: at.toISOString(),
    url: "https://h/",
  });
  const line = logged((log) => log.error({ err: new TypeError("no") }, "failed"));
  expect(JSON.parse(line)).toMatchObject({ err: { type: "TypeError", message: "no" } });
});

test("logs a string with line breaks on one line", () => {
  const line = logged((log) => log.info({ path: 'a\n{"level":60}' }, 'b\r\n{"level":60}'));
  expect(line.trimEnd().split(/[\r\n]/)).toHaveLength(1);
});

test("logs a cause once a minute, wherever it fails something, and then how often it did", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const lost = () => new Error("could not save", { cause: new Error("connect ECONNREFUSED 127.0.0.1:5432") });
  const text = logged((log) => {
    log.error({ err: lost() }, "The database is unavailable");
    for (let time = 0; time < 62; time += 1) log.warn({ err: lost().cause }, "a sample could not be stored");
    log.warn({ err: new Error("another cause") }, "another line");
    vi.advanceTimersByTime(60_000);
    log.error({ err: lost() }, "The database is unavailable");
  });
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { repeats?: number });
  expect(lines.map(({ repeats }) => repeats)).toEqual([undefined, undefined, 62]);
});

test("LOG_FORMAT=text prints time, level, message, fields and the stack of an error", () => {
  const text = logged(
    (log) => log.warn({ path: "/x", err: new TypeError("no") }, "A request failed"),
    "text",
  );
  expect(text).toMatch(/^\d{4}-\S+Z WARN {2}A request failed path="\/x"\nTypeError: no\n {4}at /);
});
