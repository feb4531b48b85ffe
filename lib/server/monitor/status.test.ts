import { expect, test } from "vitest";
import { statusOf } from "./status";

const at = Date.parse("2026-11-27T12:05:00Z");
const part = (name: string, rest = {}) => ({
  ...{ name, failures: 0, failed_since: null, reason: null, ms: 40, at: at - 12_000 },
  ...rest,
});
const down = { failures: 1, failed_since: at - 240_000, reason: "No response.", ms: null };
const status = (parts: ReturnType<typeof part>[], rest = {}) =>
  statusOf({ parts, restarts: [], interval: 30, isLocal: false, at, ...rest });

test("the instance is up only if every service responds", () => {
  expect(status([part("api"), part("gateway"), part("cdn")])).toMatchObject({
    state: "up",
    since: null,
    checkedAt: at - 12_000,
  });
  expect(status([part("api"), part("gateway"), part("cdn", down)])).toMatchObject({
    state: "partly-down",
    since: at - 240_000,
  });
});

test.each(["api", "gateway"])(
  "the instance is down if its %s does not respond, also in standalone mode",
  (name) => {
    const parts = [part("cdn"), part(name, down)];
    for (const isLocal of [false, true])
      expect(status(parts, { isLocal })).toMatchObject({ state: "down", since: at - 240_000 });
  },
);

test("in standalone mode the panel's own answer proves that the API works", () => {
  expect(status([], { isLocal: true })).toMatchObject({
    state: "up",
    checkedAt: at,
    parts: [{ name: "api", isUp: true }],
  });
  expect(status([], { isLocal: true, interval: 0 }).state).toBe("up");
  expect(status([])).toMatchObject({ state: "unknown", since: null, parts: [] });
});

test("an old check proves nothing", () => {
  const checked = (age: number) => status([part("api", { at: at - age })]).state;
  expect([checked(90_000), checked(90_001)]).toEqual(["up", "unknown"]);
  // With an interval of a second, a late check is not yet a missing one.
  const every = (age: number) => status([part("api", { at: at - age })], { interval: 1 }).state;
  expect([every(15_000), every(15_001)]).toEqual(["up", "unknown"]);
});

test("an apply that restarts the instance explains why services do not respond", () => {
  const restart = { from: at - 3_000, to: null, version: 42 };
  expect(status([part("api", down)], { restarts: [restart] })).toMatchObject({
    state: "restarting",
    since: at - 3_000,
  });
});

test("a check of any service before the end of a restart proves nothing about the time after it", () => {
  const checked = (age: number) =>
    status([part("api", { at: at - age }), part("broker", { at: at - 1_000 })], {
      restarts: [{ from: at - 20_000, to: at - 5_000, version: 42 }],
    });
  expect(checked(5_000)).toMatchObject({ state: "up", checkedAt: at - 5_000 });
  expect(checked(5_001)).toMatchObject({ state: "unknown", checkedAt: at - 5_001 });
});
