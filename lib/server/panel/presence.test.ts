import { expect, test, vi } from "vitest";
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

test("listeners are called when the edited settings change, and not for a repeated report", () => {
  const { presence } = room();
  const listener = vi.fn();
  const stop = presence.watch(listener);
  presence.report("a", mara, ["general.image"]);
  presence.report("a", mara, ["general.image"]);
  expect(listener).toHaveBeenCalledTimes(1);
  presence.report("a", mara, []);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(presence.others(jon.id)).toEqual([]);
  stop();
  presence.report("a", mara, ["general.image"]);
  expect(listener).toHaveBeenCalledTimes(2);
});

test("a thousand and one tabs are too many, and the oldest report is forgotten", () => {
  const { presence } = room();
  presence.report("first", mara, ["general.image"]);
  for (let nth = 1; nth <= 999; nth += 1) presence.report(String(nth), jon, ["x"]);
  expect(presence.others(jon.id)).toHaveLength(1);
  presence.report("last", jon, ["x"]);
  expect(presence.others(jon.id)).toEqual([]);
});
