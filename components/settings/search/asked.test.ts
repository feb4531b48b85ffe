import { describe, expect, it } from "vitest";
import { addressOf, askedIn, filtersIn, toggled } from "./asked";

describe("what the list is asked for", () => {
  it("is read from the address, without what is not known", () => {
    expect(askedIn({ q: "captcha", filter: "secret,nonsense,modified" })).toEqual({
      query: "captcha",
      chips: ["modified", "secret"],
    });
    expect(askedIn({ q: ["a", "b"] })).toEqual({ query: "a", chips: [] });
    expect(askedIn({})).toEqual({ query: "", chips: [] });
  });

  it("goes into the address and back", () => {
    const asked = { query: "max upload & more", chips: ["problem", "unused"] as const };
    const params = new URL(addressOf(asked), "http://panel").searchParams;
    expect(askedIn(Object.fromEntries(params))).toEqual(asked);
    expect(addressOf({ query: " ", chips: [] })).toBe("/settings");
  });

  it("can be unsaved changes, which no file knows", () => {
    const { chips } = askedIn({ filter: "secret,unsaved" });
    expect(chips).toEqual(["unsaved", "secret"]);
    expect(filtersIn(chips)).toEqual(["secret"]);
  });

  it("has unknown keys alone", () => {
    expect(toggled(["secret"], "unknown")).toEqual(["unknown"]);
    expect(toggled(["unknown"], "secret")).toEqual(["secret"]);
    expect(toggled(["secret"], "secret")).toEqual([]);
    expect(askedIn({ filter: "secret,unknown" }).chips).toEqual(["unknown"]);
  });
});
