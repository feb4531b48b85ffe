import { expect, it } from "vitest";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { pointsOf } from "./value-plot";

const field = settingOfAny("limits.user.maxBio")!;
const minute = 60_000;

/** Creates changes from [minute, value] pairs, newest first. */
const changes = (...values: [number, unknown][]) =>
  values.map(([at, after], index) => ({
    id: values.length - index,
    author: "ada",
    authorKind: "operator" as const,
    note: null,
    at: new Date(at * minute).toISOString(),
    change: { path: field.path, known: true, before: null, after },
  }));

it("the plot places values by time and size, and uses the default for an unset setting", () => {
  const points = pointsOf(field, changes([75, 1190], [50, null], [0, 690]), 100 * minute);
  expect(points.map(({ at, value, top }) => [at, value, top])).toEqual([
    [0, 690, 0.5],
    [0.5, 190, 1],
    [0.75, 1190, 0],
  ]);
});

it("the plot moves overlapping marks apart, and keeps all marks within its area", () => {
  const quick = pointsOf(field, changes([0.02, 3], [0.01, 2], [0, 1]), 100 * minute).map(({ at }) => at);
  expect(quick[1]! - quick[0]!).toBeCloseTo(0.03);
  expect(quick[2]! - quick[1]!).toBeCloseTo(0.03);
  const late = pointsOf(field, changes([100, 3], [99.9, 2], [0, 1]), 100 * minute).map(({ at }) => at);
  expect(late).toEqual([0, 0.97, 1]);
});

it("the plot leaves out values that are not numbers", () => {
  expect(pointsOf(field, changes([1, "many"], [0, 5]), minute).map(({ value }) => value)).toEqual([5]);
});
