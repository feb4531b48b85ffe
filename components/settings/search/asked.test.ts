import { describe, expect, it } from "vitest";
import { addressOf, askedIn, filtersIn, toggled } from "./asked";

describe("the query and filters of the settings list", () => {
  it("are read from the URL, ignoring unknown values", () => {
    expect(askedIn({ q: "captcha", filter: "secret,nonsense,modified" })).toEqual({
      query: "captcha",
      chips: ["modified", "secret"],
    });
    expect(askedIn({ q: ["a", "b"] })).toEqual({ query: "a", chips: [] });
    expect(askedIn({})).toEqual({ query: "", chips: [] });
  });

  it("are the same after a round trip through the URL", () => {
    const asked = { query: "max upload & more", chips: ["problem", "unused"] as const };
    const params = new URL(addressOf(asked), "http://panel").searchParams;
    expect(askedIn(Object.fromEntries(params))).toEqual(asked);
    expect(addressOf({ query: " ", chips: [] })).toBe("/settings");
  });

  it("are passed to the search, except for the “unsaved” filter", () => {
    const { chips } = askedIn({ filter: "secret,unsaved" });
    expect(chips).toEqual(["unsaved", "secret"]);
    expect(filtersIn(chips)).toEqual(["secret"]);
  });

  it("never contain both the filter for unrecognized keys and another filter", () => {
    expect(toggled(["secret"], "unknown")).toEqual(["unknown"]);
    expect(toggled(["unknown"], "secret")).toEqual(["secret"]);
    expect(toggled(["secret"], "secret")).toEqual([]);
    expect(askedIn({ filter: "secret,unknown" }).chips).toEqual(["unknown"]);
  });
});
