import { specified, fieldAt, fields } from "@/lib/shared/settings/registry";
import { describe, expect, it } from "vitest";
import {
  baseEntries,
  entryForValue,
  nameOf,
  pathOf,
  sameEntry,
  unsetEntry,
  entryForOperation,
} from "./entry";
import { sampleDocument } from "@/testing/sample-document";

function field(path: string) {
  const found = fieldAt(path);
  if (found === undefined) throw new Error(path);
  return found;
}

describe("field names in the form", () => {
  it("are converted back to the setting's path", () => {
    for (const { path } of fields) {
      expect(nameOf(path)).not.toContain(".");
      expect(pathOf(nameOf(path), specified)).toBe(path);
    }
  });

  it("are converted to undefined if no setting has the name", () => {
    expect(pathOf("toString", specified)).toBeUndefined();
  });
});

describe("base entries", () => {
  const document = sampleDocument({ limits: { user: { maxBio: 1000 } } }, ["limits.user.maxBio"], {
    secrets: { "security.jwtSecret": "set" },
  });
  const base = baseEntries(document, specified);

  it("contain the file's values, and defaults for absent keys", () => {
    expect(base["limits.user.maxBio"]).toEqual({ set: true, value: 1000 });
    expect(base["limits.user.maxUsername"]).toEqual({ set: false, value: 32 });
    expect(Object.keys(base)).toHaveLength(fields.length);
  });

  it("contain no secrets, only whether each secret is set", () => {
    expect(base["security.jwtSecret"]).toEqual({ set: true, action: "keep", value: "" });
    expect(base["email.smtp.password"]).toEqual({ set: false, action: "keep", value: "" });
  });
});

describe("an entry for a new value", () => {
  const bio = field("limits.user.maxBio");
  it("is set if the value differs from the saved value", () => {
    expect(entryForValue(bio, { set: false, value: 190 }, 200)).toEqual({ set: true, value: 200 });
  });
  it("is the base entry if the value equals the saved value", () => {
    const base = { set: false, value: 190 };
    expect(entryForValue(bio, base, 190)).toBe(base);
  });
  it("is unset if a setting without a default is cleared", () => {
    const page = field("general.frontPage");
    for (const blank of ["", null])
      expect(entryForValue(page, { set: true, value: "https://a.example" }, blank)).toEqual({
        set: false,
        value: null,
      });
  });
  it("has the value null if a setting with a default is cleared", () => {
    expect(entryForValue(bio, { set: false, value: 190 }, null)).toEqual({ set: true, value: null });
  });
});

describe("unsetting", () => {
  it("resets a value to the default", () => {
    const bio = field("limits.user.maxBio");
    expect(unsetEntry(bio, { set: true, value: 7 })).toEqual({ set: false, value: bio.default });
  });
  it("clears a stored secret, and does not change a secret that is not set", () => {
    const jwt = field("security.jwtSecret");
    expect(unsetEntry(jwt, { set: true, action: "keep", value: "" })).toMatchObject({ action: "clear" });
    expect(unsetEntry(jwt, { set: false, action: "keep", value: "" })).toMatchObject({ action: "keep" });
  });
});

describe("an entry for an operation", () => {
  const bio = field("limits.user.maxBio");
  const jwt = field("security.jwtSecret");
  it("sets or unsets a value, or replaces a secret", () => {
    const set = { op: "set", path: bio.path, value: 7 } as const;
    expect(entryForOperation(bio, { set: false, value: 190 }, set)).toEqual({ set: true, value: 7 });
    const unset = { op: "unset", path: bio.path } as const;
    expect(entryForOperation(bio, { set: true, value: 7 }, unset)).toEqual({
      set: false,
      value: bio.default,
    });
    const replace = { op: "set", path: jwt.path, value: "s" } as const;
    const base = { set: true, action: "keep", value: "" } as const;
    expect(entryForOperation(jwt, base, replace)).toEqual({ set: true, action: "replace", value: "s" });
  });
  it("is the base entry if the operation sets the same value", () => {
    const base = { set: true, value: 7 };
    expect(entryForOperation(bio, base, { op: "set", path: bio.path, value: 7 })).toBe(base);
  });
});

describe("the comparison of entries", () => {
  it("distinguishes an absent key from an explicit default", () => {
    expect(sameEntry({ set: true, value: 1 }, { set: false, value: 1 })).toBe(false);
  });

  it("distinguishes secrets by action, new value, and presence in the file", () => {
    const kept = { set: true, action: "keep", value: "" } as const;
    const replaced = { ...kept, action: "replace", value: "one" } as const;
    expect(sameEntry(replaced, { ...replaced })).toBe(true);
    expect(sameEntry(kept, { ...kept, set: false })).toBe(false);
    expect(sameEntry(kept, { ...kept, action: "clear" })).toBe(false);
    expect(sameEntry(replaced, { ...replaced, value: "two" })).toBe(false);
    // Compares a secret's entry with a plain entry. A setting may be a secret in only one of the editions.
    expect(sameEntry(kept, { set: true, value: "" })).toBe(false);
    expect(sameEntry({ set: true, value: "" }, kept)).toBe(false);
  });
});
