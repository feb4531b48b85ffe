import { describe, expect, it } from "vitest";
import { readValue } from "../read-value";
import { fieldAt } from "../registry";
import { completeRegion } from "./region-list";

const field = fieldAt("regions.available")!;
const whole = {
  id: "eu",
  name: "Europe",
  endpoint: "127.0.0.1:3004",
  vip: false,
  custom: false,
  deprecated: false,
};

describe("voice regions in the file", () => {
  it("preserve keys that the specification does not define", () => {
    const region = { ...whole, weight: 3, notes: { rack: "b" } };
    expect(readValue(field, [region])).toEqual({ value: [region] });
  });

  it("use the specification's defaults for missing keys and null", () => {
    expect(readValue(field, [{ id: "eu", name: "Europe", vip: null }])).toEqual({ value: [whole] });
  });

  it("omit keys whose values contain very large integers", () => {
    const { value } = readValue(field, [{ ...whole, serial: 98765432109876543210n, nested: [{ a: 1n }] }]);
    expect(value).toEqual([whole]);
  });

  it.each([
    [["eu"], "Region 1 of the list is the text “eu”"],
    [[whole, { ...whole, id: 7 }], "Region 2 of the list has the number 7 as its id"],
    [[{ ...whole, vip: "no" }], "Region 1 of the list has the text “no” as its vip"],
  ])("are reported as an error if the list is %j", (raw, words) => {
    const result = readValue(field, raw);
    expect(result.value).toEqual([]);
    expect(result.problem?.severity).toBe("error");
    expect(result.problem?.message).toContain(words);
  });

  it("cause a warning if they have duplicate ids or invalid values", () => {
    expect(readValue(field, [whole, whole]).problem).toMatchObject({ severity: "warning" });
    const unnamed = readValue(field, [whole, { ...whole, id: "us", name: " " }]);
    expect(unnamed.problem?.message).toBe("Region 2: Enter a name.");
    expect(unnamed.value).toHaveLength(2);
  });
});

describe("writing regions", () => {
  it("adds missing keys after the existing keys", () => {
    expect(Object.keys(completeRegion({ weight: null, name: "Europe", id: "eu" }))).toEqual([
      "weight",
      "name",
      "id",
      "endpoint",
      "vip",
      "custom",
      "deprecated",
    ]);
  });
});
