import { expect, test } from "vitest";
import { sampleRunning } from "@/testing/sample-apply";
import type { RunningReport } from "@/lib/shared/contract/running";
import { isInEffect, proofOf } from "./evidence";

const now = Date.parse("2026-11-22T15:00:00Z");
const at = "2026-11-22T14:03:00Z";
const etag = "1".repeat(64);
const proof = (rest: Parameters<typeof sampleRunning>[0]) => proofOf(sampleRunning(rest), now, "UTC");
const known = (claim: NonNullable<RunningReport["known"]>["claim"]): RunningReport["known"] => ({
  etag,
  at,
  by: "told",
  works: claim === "works",
  claim,
});

test.each([
  ["works", true, "verified as a client at 14:03 UTC"],
  ["until-restart", true, "verified as a client at 14:03 UTC, not yet after a restart of every part"],
  ["loaded", true, "reported by the instance at 14:03 UTC"],
  ["reported", false, "reported in part by the instance at 14:03 UTC"],
  ["presumed", false, "not verified since the restart at 14:03 UTC"],
] as const)("a version with the claim %s is proven: %s", (claim, isProven, words) => {
  expect(proof({ known: known(claim) })).toBe(words);
  expect(isInEffect(sampleRunning({ state: "told", known: known(claim), unknownSince: null }))).toBe(
    isProven,
  );
});

test("a version is not proven if the file was saved since, or if nothing is known", () => {
  const saved = { known: known("works"), unknownSince: "2026-11-21T09:00:00Z" };
  expect(proof(saved)).toBe("not verified since the save at 09:00 UTC on 21 Nov");
  expect(isInEffect(sampleRunning({ state: "told", ...saved }))).toBe(false);
  expect(proof({ known: null })).toBe("not reported");
  expect(isInEffect(sampleRunning({ state: "told", known: null }))).toBe(false);
});
