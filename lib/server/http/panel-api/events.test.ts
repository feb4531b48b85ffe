import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, expect, it, vi } from "vitest";
import type { ApplyView } from "@/lib/shared/contract/running";
import { sampleApply } from "@/testing/sample-apply";
import { applyFollower } from "./events";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return () => vi.useRealTimers();
});

/** Open pages, and the looks at the apply, which `answers` answers in any order. */
function followed() {
  const answers: ((apply: ApplyView | null) => void)[] = [];
  const follow = applyFollower(() => new Promise((answer) => answers.push(answer)));
  const page = () => {
    const seen: unknown[] = [];
    return { seen, ...follow((_, apply) => seen.push((apply as ApplyView | null)?.state ?? null)) };
  };
  return { answers, page };
}

it("all open pages share each look at the apply", async () => {
  const { answers, page } = followed();
  const pages = Array.from({ length: 50 }, page);
  await nextTurn();
  expect(answers).toHaveLength(1);
  answers[0]!(null);
  await Promise.all(pages.map(({ greeted }) => greeted));
  await vi.advanceTimersByTimeAsync(1_999);
  await nextTurn();
  expect(answers).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await nextTurn();
  expect(answers).toHaveLength(2);
  answers[1]!(sampleApply({ state: "applying" }));
  await vi.advanceTimersByTimeAsync(399);
  await nextTurn();
  expect(answers).toHaveLength(2);
  // While an apply is in progress, the next look follows soon.
  await vi.advanceTimersByTimeAsync(1);
  await nextTurn();
  expect(answers).toHaveLength(3);
  for (const { seen } of pages) expect(seen).toEqual([null, "applying"]);
  answers[2]!(sampleApply({ state: "confirmed" }));
  await nextTurn();
  await vi.advanceTimersByTimeAsync(1_999);
  await nextTurn();
  expect(answers).toHaveLength(3);
  for (const { stop } of pages) stop();
  await vi.advanceTimersByTimeAsync(10_000);
  await nextTurn();
  expect(answers).toHaveLength(3);
});

it("a page that opens sees the apply at once, and an older answer does not replace a newer one", async () => {
  const { answers, page } = followed();
  const first = page();
  await nextTurn();
  const second = page();
  await nextTurn();
  answers[1]!(sampleApply({ state: "confirmed" }));
  await second.greeted;
  answers[0]!(null);
  await first.greeted;
  expect([first.seen, second.seen]).toEqual([["confirmed"], ["confirmed"]]);
  // The next look is for the pages that are still open.
  first.stop();
  expect(vi.getTimerCount()).toBe(1);
  second.stop();
  expect(vi.getTimerCount()).toBe(0);
});
