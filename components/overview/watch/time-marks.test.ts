import { expect, it } from "vitest";
import { grouped } from "./time-marks";

const at = (...times: number[]) =>
  times.map((time) => ({ at: time, version: time, isApply: false, words: "ada", note: null }));

it("events are combined if they are close to the first event of their group", () => {
  const groups = grouped(at(30, 0, 9, 10, 19, 31), 10);
  expect(groups.map((group) => group.map(({ version }) => version))).toEqual([
    [0, 9],
    [10, 19],
    [30, 31],
  ]);
});
