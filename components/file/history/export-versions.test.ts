import { expect, test } from "vitest";
import type { Revision } from "@/lib/shared/contract/history";
import { lineOf } from "./export-versions";

const revision: Revision = {
  id: 7,
  etag: "e",
  author: "=cmd()",
  authorKind: "operator",
  note: null,
  at: "2026-11-27T10:00:00.000Z",
  changes: [
    { path: "limits.user.maxBio", known: true, before: 190, after: 1000 },
    { path: "security.jwtSecret", known: true, secret: "replaced", before: null, after: null },
  ],
  more: 3,
};

test("a version's line names its changes and disarms formulas", () => {
  expect(lineOf(revision, "csv")).toBe(
    `"7","2026-11-27T10:00:00.000Z","'=cmd()","operator","","limits.user.maxBio: 190 -> 1000\nsecurity.jwtSecret: replaced\nand 3 more"\r\n`,
  );
  expect(JSON.parse(lineOf(revision, "jsonl"))).toEqual(revision);
});
