import { describe, expect, it } from "vitest";
import type { Problem } from "@/lib/shared/contract/config-snapshot";
import { groupProblems, sharedFix, wordsOf } from "./problem-groups";

const removing = (path: string): Problem => ({
  path,
  severity: "warning",
  rule: "unused-in-use",
  message: `${path} is set, but unused.`,
  fix: { label: "Remove it", operations: [{ op: "unset", path }] },
});
const unset = (path: string): Problem => ({
  path,
  severity: "warning",
  rule: "needed-for-start",
  message: path,
});
const wrong = (path: string, message: string): Problem => ({ path, severity: "error", message });

describe("grouping problems", () => {
  it("merges problems of the same kind and lists errors first", () => {
    const groups = groupProblems([
      removing("a.b"),
      unset("api.endpointPublic"),
      { severity: "warning", message: "Others can read the file." },
      wrong("c.d", "Too long."),
      removing("a.c"),
      unset("cdn.endpointPublic"),
      wrong("c.e", "Too long."),
      wrong("c.f", "Too short."),
    ]);
    expect(groups.map(({ severity, problems }) => [severity, ...problems.map(({ path }) => path)])).toEqual([
      ["error", "c.d", "c.e"],
      ["error", "c.f"],
      ["warning", "api.endpointPublic", "cdn.endpointPublic"],
      ["warning", undefined],
      ["warning", "a.b", "a.c"],
    ]);
    expect(groups.map((group) => wordsOf(group).title)).toEqual([
      "Too long.",
      "Too short.",
      "2 addresses are not set",
      "Others can read the file.",
      "2 modified settings are unused",
    ]);
  });

  it("combines fixes that have the same label and change different settings", () => {
    const [both] = groupProblems([removing("a.b"), removing("a.c")]);
    expect(sharedFix(both!)).toEqual({
      label: "Remove it",
      operations: [
        { op: "unset", path: "a.b" },
        { op: "unset", path: "a.c" },
      ],
    });
    const other = { ...removing("a.c"), fix: { label: "Keep it", operations: [] } };
    for (const problems of [
      [removing("a.b")],
      [removing("a.b"), other],
      [removing("a.b"), removing("a.b")],
      [removing("a.b"), { ...removing("a.c"), fix: undefined }],
      [unset("a.b"), unset("a.c")],
    ])
      expect(sharedFix(groupProblems(problems as Problem[])[0]!)).toBeUndefined();
  });
});
