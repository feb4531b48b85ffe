import { expect, test } from "vitest";
import { ACCOUNT_RULE, countAttempt, type Guesses } from "./guess-rule";

/** Guesses as often as the rule allows. @returns the wait before each guess in seconds */
function guessing(count: number, known?: Guesses) {
  const waits: number[] = [];
  let now = known?.retryAt ?? 0;
  for (let attempt = 0; attempt < count; attempt += 1) {
    const { wait } = countAttempt(known, now, ACCOUNT_RULE);
    waits.push(wait / 1000);
    now += wait;
    known = countAttempt(known, now, ACCOUNT_RULE).next;
  }
  return { waits, known: known!, now };
}

test("ten attempts need no wait, and then the wait doubles up to 15 minutes", () => {
  const { waits } = guessing(23);
  expect(waits).toEqual([...Array(10).fill(0), 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
});

test("an attempt during the wait is not counted and does not extend the wait", () => {
  const { known, now } = guessing(15);
  for (const later of [0, 1, 5_000]) {
    expect(countAttempt(known, now + later, ACCOUNT_RULE)).toEqual({ wait: known.retryAt - now - later });
  }
});

test("all attempts are forgotten after a day without an attempt", () => {
  const { known, now } = guessing(30);
  const day = 24 * 60 * 60_000;
  expect(countAttempt(known, now + day - 1, ACCOUNT_RULE).next?.failures).toBe(31);
  expect(countAttempt(known, now + day, ACCOUNT_RULE).next?.failures).toBe(1);
});
