import { expect, it } from "vitest";
import { fingerprint } from "./compare";

it("equal JSON values have the same fingerprint, regardless of key order and number notation", () => {
  const same = [
    [null, undefined],
    [1, 1n],
    [0, -0],
    [
      { a: 1, b: [2, { c: 3, d: 4 }] },
      { b: [2n, { d: 4, c: 3 }], a: 1n },
    ],
  ];
  for (const [one, other] of same) expect(fingerprint(one)).toBe(fingerprint(other));
});

it("different values have different fingerprints", () => {
  const values = [
    null,
    0,
    1,
    "1",
    "",
    true,
    false,
    [],
    [1],
    [1, 2],
    [2, 1],
    {},
    { a: 1 },
    { a: 2 },
    { b: 1 },
  ];
  expect(new Set(values.map(fingerprint)).size).toBe(values.length);
});
