import { specified } from "@/lib/shared/settings/registry";
import { describe, expect, it } from "vitest";
import type { Draft } from "./entry";
import { parseDrafts, serialiseDrafts } from "./drafts";

const drafts = new Map<string, Draft>([
  ["limits.user.maxBio", { entry: { set: true, value: 5 }, origin: { set: false, value: 190 } }],
  [
    "security.jwtSecret",
    {
      entry: { set: true, action: "replace", value: "very secret" },
      origin: { set: true, action: "keep", value: "" },
    },
  ],
]);

describe("stored drafts", () => {
  const text = JSON.stringify(serialiseDrafts("ada", "e1", drafts));

  it("contain no secrets", () => {
    expect(text).not.toContain("very secret");
    expect(text).not.toContain("jwtSecret");
  });

  it("are restored if the same operator returns", () => {
    const found = parseDrafts(text, "ada", specified);
    expect(found?.etag).toBe("e1");
    expect([...(found?.drafts ?? [])]).toEqual([["limits.user.maxBio", drafts.get("limits.user.maxBio")]]);
  });

  it("are not restored for another operator, or if the stored text is invalid", () => {
    expect(parseDrafts(text, "bob", specified)).toBeNull();
    expect(parseDrafts("{", "ada", specified)).toBeNull();
    expect(parseDrafts("[]", "ada", specified)).toBeNull();
    expect(parseDrafts(null, "ada", specified)).toBeNull();
  });

  it("are not restored for secrets and unknown settings", () => {
    const entry = { set: true, value: "x" };
    const foreign = {
      owner: "ada",
      etag: "e",
      drafts: ["security.jwtSecret", "__proto__"].map((path) => ({ path, entry, origin: entry })),
    };
    expect(parseDrafts(JSON.stringify(foreign), "ada", specified)).toBeNull();
  });

  it("contain no setting whose original or new entry is a secret", () => {
    const plain = { set: true, value: "very secret" };
    const secret = { set: true, action: "replace" as const, value: "very secret" };
    for (const draft of [
      { entry: plain, origin: secret },
      { entry: secret, origin: plain },
    ])
      expect(serialiseDrafts("ada", "e1", new Map([["security.jwtSecret", draft]]))).toBeNull();
  });

  it("are null if only secrets were edited", () => {
    const secretOnly = new Map([...drafts].filter(([path]) => path === "security.jwtSecret"));
    expect(serialiseDrafts("ada", "e1", secretOnly)).toBeNull();
  });
});
