import { expect, test } from "vitest";
import { createLog } from "./log";

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog({ write: (line) => void lines.push(line) }));
  return lines.join("");
}

test.each([
  ["a message", (log: ReturnType<typeof createLog>) => log.info("asked https://chat:lamp@h/x")],
  ["a field", (log: ReturnType<typeof createLog>) => log.info({ url: "https://h/?token=lamp" }, "asked")],
  [
    "an error",
    (log: ReturnType<typeof createLog>) => log.error({ err: new Error("refused: Password=lamp;") }, "failed"),
  ],
])("does not log a credential in %s", (_, write) => {
  const line = logged(write);
  expect(line).toContain("•••");
  expect(line).not.toContain("lamp");
  expect(JSON.parse(line)).toMatchObject({ msg: expect.any(String) as string });
});

test("logs a text with line breaks on one line", () => {
  const line = logged((log) => log.info({ path: 'a\n{"level":60}' }, 'b\r\n{"level":60}'));
  expect(line.trimEnd().split(/[\r\n]/)).toHaveLength(1);
});
