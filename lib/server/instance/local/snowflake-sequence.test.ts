import { expect, test } from "vitest";
import { SNOWFLAKE_EPOCH, snowflakeTime } from "@/lib/shared/chat/snowflake";
import { SnowflakeSequence } from "./snowflake-sequence";

const start = SNOWFLAKE_EPOCH + 1_000_000;

test("an id contains its time, worker and sequence", () => {
  const ids = new SnowflakeSequence(37, 0, start + 1000, () => start);
  const [first, second] = [BigInt(ids.next()), BigInt(ids.next())];
  expect(snowflakeTime(first.toString())).toBe(start);
  expect((first >> 12n) & 1023n).toBe(37n);
  expect([first & 4095n, second & 4095n]).toEqual([0n, 1n]);
});

test("ids increase even if the clock stands still or goes back", () => {
  const clock = [start, start - 60_000, start + 5, start - 1, start + 6];
  let reading = 0;
  const ids = new SnowflakeSequence(
    1,
    0,
    start + 60_000,
    () => clock[Math.floor(reading++ / 3000) % clock.length] ?? start,
  );
  let last = 0n;
  for (let made = 0; made < 15_000; made += 1) {
    const id = BigInt(ids.next());
    expect(id > last).toBe(true);
    last = id;
  }
});

test("ids continue in the next millisecond if all ids of a millisecond are used", () => {
  const ids = new SnowflakeSequence(0, 0, start + 10, () => start);
  const made = Array.from({ length: 4097 }, () => ids.next());
  expect(new Set(made).size).toBe(4097);
  expect(snowflakeTime(made[4095] ?? "")).toBe(start);
  expect(snowflakeTime(made[4096] ?? "")).toBe(start + 1);
});

test("ids stay within the reserved range", () => {
  const late = new SnowflakeSequence(0, 0, start, () => start);
  expect(() => late.next()).toThrow(expect.objectContaining({ code: "unavailable" }));
  const early = new SnowflakeSequence(0, start + 500, start + 1000, () => start);
  expect(snowflakeTime(early.next())).toBeGreaterThanOrEqual(start + 499);
});
