import { expect, test } from "vitest";
import { createLog } from "@/lib/log";
import { createProblems } from "./problem";

test("an unexpected error is logged with its cause, and the answer does not contain the cause", () => {
  const lines: string[] = [];
  const log = createLog({ level: "info", destination: { write: (line) => void lines.push(line) } });
  const { status, body } = createProblems(log).problemAnswer(new Error("a row of the table"));
  expect([status, String(body)]).toEqual([500, expect.not.stringContaining("a row of the table")]);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 50, err: { message: "a row of the table" } },
  ]);
});
