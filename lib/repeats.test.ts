import { expect, onTestFinished, test, vi } from "vitest";
import { type Repeated, Repeats } from "./repeats";

function counted(most: number) {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const reports: Repeated<string>[] = [];
  const repeats = new Repeats<string>(most, (repeated) => reports.push(repeated));
  const add = (kind: string, about?: string) =>
    repeats.add(kind, `event of ${kind}`, about, { kind: "elsewhere", event: "event of others" });
  return { add, reports, repeats };
}

test("reports the first event of a kind immediately, and repetitions within a minute together", () => {
  const { add, reports } = counted(10);
  expect(add("a", "ada")).toBe("event of a");
  for (const name of ["bo", "cy", "bo"]) expect(add("a", name)).toBeUndefined();
  vi.advanceTimersByTime(59_999);
  expect(reports).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(reports).toEqual([{ first: "event of a", count: 3, names: ["bo", "cy"] }]);
  expect(add("a")).toBe("event of a");
  vi.advanceTimersByTime(60_000);
  expect(reports).toHaveLength(1);
});

test("reports events of different kinds together if too many kinds are being counted", () => {
  const { add, reports } = counted(2);
  const reported = Array.from({ length: 1_000 }, (_, nth) => add(`kind ${nth}`, `name ${nth}`));
  expect(reported.filter(Boolean)).toEqual(["event of kind 0", "event of kind 1", "event of others"]);
  vi.advanceTimersByTime(60_000);
  expect(reports).toEqual([
    { first: "event of others", count: 997, names: [3, 4, 5, 6, 7].map((nth) => `name ${nth}`) },
  ]);
});

test("at its end, reports all counts, and then each event at once", () => {
  const { add, reports, repeats } = counted(10);
  for (const kind of ["a", "a", "b"]) add(kind, "ada");
  repeats.end();
  expect(reports).toEqual([{ first: "event of a", count: 1, names: ["ada"] }]);
  expect([add("a"), add("a")]).toEqual(["event of a", "event of a"]);
  vi.advanceTimersByTime(60_000);
  expect(reports).toHaveLength(1);
});
