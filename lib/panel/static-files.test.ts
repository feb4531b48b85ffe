import { expect, it } from "vitest";
import { takesBrotli } from "./static-files";

it.each([
  ["gzip, deflate, br, zstd", true],
  ["br", true],
  ["gzip;q=0.5, br;q=0.9", true],
  ["br;q=1.0", true],
  ["br; q=0.05", true],
  ["gzip, deflate", false],
  ["", false],
  ["br;q=0", false],
  ["gzip, br;q=0.000", false],
  ["brotli", false],
])("Brotli is sent to a client that accepts “%s”: %s", (accepted, taken) => {
  expect(takesBrotli(accepted)).toBe(taken);
});
