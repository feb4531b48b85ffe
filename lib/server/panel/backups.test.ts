import { expect, it } from "vitest";
import { lastDue } from "./backups";

it("finds the last time when a daily backup was due", () => {
  const at = Date.parse("2026-11-23T03:00:00Z");
  const before = Date.parse("2026-11-22T03:00:00Z");
  expect(lastDue({ time: "03:00" }, at)).toBe(at);
  expect(lastDue({ time: "03:00" }, at - 1)).toBe(before);
  expect(lastDue({ time: "03:00" }, at + 86_400_000 - 1)).toBe(at);
  expect(lastDue({ time: "00:00" }, at)).toBe(Date.parse("2026-11-23T00:00:00Z"));
  expect(lastDue({ time: null }, at)).toBeNull();
});
