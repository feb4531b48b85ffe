import { expect, test } from "vitest";
import { AppError, type ErrorCode } from "@/lib/errors";
import { createLog } from "@/lib/log";
import { askPostgres } from "@/lib/server/db/unavailable";
import { createProblems } from "./problem";

function logged() {
  const lines: string[] = [];
  const log = createLog({ level: "info", destination: { write: (line) => void lines.push(line) } });
  return { ...createProblems(log), logs: () => lines.map((line) => JSON.parse(line) as unknown) };
}

test("an unexpected error is logged with its cause, and the answer does not contain the cause", () => {
  const { problemAnswer, logs } = logged();
  const { status, body } = problemAnswer(new Error("a row of the table"));
  expect([status, String(body)]).toEqual([500, expect.not.stringContaining("a row of the table")]);
  expect(logs()).toMatchObject([{ level: 50, err: { message: "a row of the table" } }]);
});

test("an unavailable database is logged with its cause, and the answer says when to try again", async () => {
  const { problemAnswer, logs } = logged();
  const error = Object.assign(new Error("terminating connection to 10.0.0.7"), { code: "57P01" });
  await expect(askPostgres(() => Promise.reject(error))).rejects.toBe(error);
  expect(problemAnswer(error)).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  expect(logs()).toMatchObject([{ msg: "The database is unavailable", err: { message: error.message } }]);
});

test.each<[ErrorCode, number]>([
  ["conflict", 0],
  ["config-write-failed", 1],
  ["unavailable", 1],
])("an error with the code %s is logged %i times", (code, times) => {
  const { problemAnswer, problemOf, refusal, logs } = logged();
  const error = new AppError(code, "Of the panel.");
  const problem = { code, status: error.status, detail: "Of the panel." };
  expect(JSON.parse(String(refusal(error).body))).toMatchObject(problem);
  expect(logs()).toEqual([]);
  expect(JSON.parse(String(problemAnswer(error).body))).toMatchObject(problem);
  expect(logs()).toMatchObject(
    Array(times).fill({ msg: "Of the panel.", err: { message: "Of the panel." } }),
  );
  expect(problemOf(error)).toMatchObject(problem);
});
