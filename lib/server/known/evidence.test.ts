import { expect, it } from "vitest";
import { type Claim, claimOf, type Evidence, isTarget } from "./evidence";

/** The table in docs/applying.md, from the top. */
it.each<[Evidence, Claim | null]>([
  [{ report: "different", start: "same", probes: "passed", isMarked: true }, null],
  [{ report: "equal", start: "same", probes: "passed" }, "works"],
  [{ report: "equal", start: "same", probes: "failed" }, "loaded"],
  [{ report: "equal", start: "same", probes: "not run" }, "loaded"],
  [{ report: "equal", start: "other", probes: "passed" }, "until-restart"],
  [{ report: "equal", start: "other", probes: "failed" }, "loaded"],
  [{ report: "equal", start: "unknown", probes: "passed" }, "loaded"],
  [{ report: "equal", start: "unknown", probes: "not run", isMarked: true }, "loaded"],
  [{ report: "partial", start: "same", probes: "passed" }, "presumed"],
  [{ report: "partial", start: "same", probes: "failed" }, "reported"],
  [{ report: "partial", start: "unknown", probes: "passed" }, "reported"],
  [{ report: "none", start: "same", probes: "passed" }, "presumed"],
  [{ report: "none", start: "same", probes: "failed" }, null],
  [{ report: "none", start: "unknown", probes: "passed" }, null],
  [{ report: "none", start: "unknown", probes: "not run", isMarked: true }, "presumed"],
])("%o supports the claim %s", (evidence, claim) => {
  expect(claimOf(evidence)).toBe(claim);
});

it("a rollback goes back only to a version that works, or that is presumed to", () => {
  const claims: readonly Claim[] = ["works", "until-restart", "loaded", "presumed", "reported"];
  expect(claims.filter(isTarget)).toEqual(["works", "presumed"]);
});
