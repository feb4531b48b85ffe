import { expect, test } from "vitest";
import { sampleApply, sampleRunning } from "@/testing/sample-apply";
import { proofOf } from "./evidence";

const now = Date.parse("2026-11-22T15:00:00Z");
const at = "2026-11-22T14:03:00Z";
const etag = "1".repeat(64);
const proof = (rest: Parameters<typeof sampleRunning>[0]) => proofOf(sampleRunning(rest), now, "UTC");
const client = [{ name: "client:signed-in" as const, isUp: true }];

test("an apply that was checked with requests of a client verifies the version", () => {
  const apply = sampleApply({ state: "confirmed", etag, endedAt: at, checks: client });
  const known = { etag, at, by: "applied" as const };
  expect(proof({ known, apply })).toEqual({
    isProven: true,
    words: "verified as a client at 14:03 UTC",
  });
  for (const other of [
    { ...apply, checks: [] },
    { ...apply, etag: "2".repeat(64) },
  ])
    expect(proof({ known, apply: other }).words).toBe("reported by the instance at 14:03 UTC");
});

test("a version that nobody reports is not proven", () => {
  const known = { etag, at, by: "marked" as const };
  expect(proof({ state: "unknown", known })).toEqual({
    isProven: false,
    words: "not verified since the restart at 14:03 UTC",
  });
  expect(proof({ state: "told", known, unknownSince: "2026-11-21T09:00:00Z" })).toEqual({
    isProven: false,
    words: "not verified since the save at 09:00 UTC on 21 Nov",
  });
  expect(proof({ known: null })).toEqual({ isProven: false, words: "not reported" });
});
