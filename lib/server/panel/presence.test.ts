import { expect, onTestFinished, test, vi } from "vitest";
import { createPresence } from "./presence";

const [mara, jon] = [
  { id: 1, username: "mara" },
  { id: 2, username: "jon" },
];

function room() {
  let now = 0;
  return { presence: createPresence({ clock: { now: () => now } }), at: (ms: number) => void (now = ms) };
}

test("others see an operator's edits of all tabs until the last report expires", () => {
  const { presence, at } = room();
  presence.report("a", mara, ["limits.user.maxBio"]);
  at(10_000);
  presence.report("b", mara, ["general.image", "limits.user.maxBio"]);
  expect(presence.others(jon.id)).toEqual([
    { username: "mara", paths: ["general.image", "limits.user.maxBio"] },
  ]);
  expect(presence.others(mara.id)).toEqual([]);
  at(45_000);
  expect(presence.others(jon.id)).toHaveLength(1);
  at(54_999);
  expect(presence.others(jon.id)).toHaveLength(1);
  at(55_000);
  expect(presence.others(jon.id)).toEqual([]);
});

test("listeners are called once for several changes, and not for a repeated report", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { presence } = room();
  const listener = vi.fn();
  const stop = presence.watch(listener);
  presence.report("a", mara, ["general.image"]);
  presence.report("a", mara, ["general.image", "limits.user.maxBio"]);
  vi.advanceTimersByTime(300);
  expect(listener).toHaveBeenCalledTimes(1);
  presence.report("a", mara, ["general.image", "limits.user.maxBio"]);
  vi.advanceTimersByTime(300);
  expect(listener).toHaveBeenCalledTimes(1);
  presence.report("a", mara, []);
  vi.advanceTimersByTime(300);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(presence.others(jon.id)).toEqual([]);
  stop();
  presence.report("a", mara, ["general.image"]);
  vi.advanceTimersByTime(300);
  expect(listener).toHaveBeenCalledTimes(2);
});

test("one operator has at most 20 tabs and 200 settings, and does not displace others", () => {
  const { presence } = room();
  presence.report("jon's", jon, ["general.image"]);
  for (let nth = 0; nth <= 20; nth += 1) presence.report(`${nth}`, mara, [`nth-${nth}`]);
  const [edited] = presence.others(jon.id);
  expect(edited?.paths).toHaveLength(20);
  expect(edited?.paths).not.toContain("nth-0");
  expect(presence.others(mara.id)).toHaveLength(1);
  const many = (from: number) => Array.from({ length: 150 }, (_, nth) => `limits.${from + nth}`);
  presence.report("19", mara, many(0));
  presence.report("20", mara, many(150));
  expect(presence.others(jon.id)[0]?.paths).toHaveLength(200);
});
