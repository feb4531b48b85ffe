import { expect, onTestFinished, test, vi } from "vitest";
import { testDatabase } from "@/testing/test-database";
import { dropSetupToken, issueSetupToken, judgeSetupToken } from "./setup-token";

const now = Date.UTC(2026, 0, 1);
const hour = 60 * 60_000;

test("a setup token is valid for an hour, until a newer one is issued or it was used", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  onTestFinished(() => void vi.useRealTimers());
  const db = await testDatabase();
  expect(await judgeSetupToken(db, "")).toBe("wrong");
  const first = await issueSetupToken(db);
  const judge = (token: string, at: number) => {
    vi.setSystemTime(now + at);
    return judgeSetupToken(db, token);
  };
  expect(await judge(first, 0)).toBe("valid");
  for (const other of ["", `${first}x`, first.slice(1)]) expect(await judge(other, 0)).toBe("wrong");
  expect(await judge(first, hour - 1)).toBe("valid");
  expect(await judge(first, hour)).toBe("ended");
  // The clock was ahead when the token was issued.
  expect(await judge(first, -1)).toBe("ended");
  const second = await issueSetupToken(db);
  expect([await judge(first, 0), await judge(second, 0)]).toEqual(["wrong", "valid"]);
  await dropSetupToken(db);
  expect(await judge(second, 0)).toBe("wrong");
});
