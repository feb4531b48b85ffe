import { describe, expect, it } from "vitest";
import type { Problem } from "@/lib/shared/contract/config-snapshot";
import { marksOf, sumMarks } from "./marks";

const problem = (path: string | undefined, severity: Problem["severity"]): Problem => ({
  ...(path !== undefined && { path }),
  severity,
  message: "wrong",
});

const marks = marksOf(
  {
    naming: "neutral",
    problems: [
      problem("limits.user.maxBio", "error"),
      problem("limits.rate", "warning"),
      problem("lighthouse.range", "warning"),
      problem(undefined, "error"),
    ],
  },
  ["limits.user.maxBio", "gif.enabled"],
  ["limits.user.maxBio", "limits.user.maxGuilds"],
);

describe("unsaved changes and problems are counted", () => {
  it("for each section, and for all unrecognized keys together", () => {
    expect(marks.places).toEqual({
      limits: { unsaved: 1, problems: 2, errors: 1, pending: 2 },
      gif: { unsaved: 1, problems: 0, errors: 0, pending: 0 },
      unrecognized: { unsaved: 0, problems: 1, errors: 0, pending: 0 },
    });
  });

  it("for the whole file, including problems that belong to no section", () => {
    expect(marks.total).toEqual({ unsaved: 2, problems: 4, errors: 2, pending: 2 });
  });

  it("for a group, as the sum of its sections", () => {
    expect(sumMarks(marks, ["limits", "gif", "guild"])).toEqual({
      unsaved: 2,
      problems: 2,
      errors: 1,
      pending: 2,
    });
  });
});
