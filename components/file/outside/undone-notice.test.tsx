// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { UndoneValue } from "@/lib/shared/contract/history";
import { UndoneRow } from "./undone-notice";

afterEach(cleanup);

const undone = (value: Partial<UndoneValue> & { path: string }): UndoneValue => ({
  known: true,
  saved: null,
  now: null,
  secret: false,
  isRemoved: { saved: false, now: false },
  revision: 2,
  author: "ada",
  authorKind: "operator",
  savedAt: "2026-11-21T19:20:00Z",
  undoneAt: "2026-11-21T19:30:00Z",
  ...value,
});

const key = { path: "harbor.pier", known: false };
const region = { id: "north", endpoint: "h:1" };

test.each<[string, Partial<UndoneValue> & { path: string }, RegExp]>([
  [
    "a setting",
    { path: "limits.user.maxBio", saved: 200, now: 190 },
    /^.+: 200.*, which ada saved on .+, is 190.* again$/,
  ],
  ["a key", { ...key, saved: 2, now: "one" }, /^harbor\.pier: 2, which ada saved on .+, is "one" again$/],
  [
    "a key that was added",
    { ...key, saved: [1], isRemoved: { saved: false, now: true } },
    /: \[1\], which .+, is gone$/,
  ],
  [
    "a key that was removed",
    { ...key, now: 1, isRemoved: { saved: true, now: false } },
    /pier, which ada removed on .+, is back in the file$/,
  ],
  [
    "a list that the server extended",
    {
      path: "api.activeVersions",
      saved: ["9"],
      now: ["9", "7", "8", "9"],
      filledUp: { lasting: ["9", "9", "9", "9"] },
    },
    /: 9, which ada saved on .+, became 9, 7, 8, 9\. 9, 9, 9, 9 stays\.$/,
  ],
  [
    "an empty list that the server extended",
    { path: "user.blockedEquals", saved: [], now: ["everyone", "here"], filledUp: { lasting: null } },
    /became everyone, here\. Add at least one entry of your own\.$/,
  ],
  ["a secret", { ...key, secret: true }, /pier: the secret that ada saved on .+, has its earlier value$/],
  [
    "a secret that was set",
    { path: "email.smtp.password", secret: true, isRemoved: { saved: false, now: true } },
    /: the secret, which ada saved on .+, is gone$/,
  ],
  [
    "a secret that was reset",
    { path: "email.smtp.password", secret: true, isRemoved: { saved: true, now: false } },
    /, which ada removed on .+, is back in the file$/,
  ],
  ["a long value", { ...key, saved: "x".repeat(99), now: 1 }, /: "x{59}…, which/],
  [
    "a list whose elements differ inside",
    { path: "regions.available", saved: [region], now: [{ ...region, endpoint: "h:2" }] },
    /: what ada saved on .+, has its earlier value$/,
  ],
])("the row for a reverted value describes %s", (_, value, words) => {
  const { container } = render(<UndoneRow value={undone(value)} />);
  expect(container.textContent).toMatch(words);
});
