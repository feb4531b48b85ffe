import { describe, expect, it } from "vitest";
import { reasonOf } from "./reason";

const field = {
  path: "regions.default",
  label: "Default region",
  help: "Carries a call while nobody has picked another.",
  synonyms: ["rtc", "audio server"],
};
const key = { text: "regions.default", isKey: true };

describe("the reason for a match", () => {
  it.each([
    ["its name", ["region"], key],
    ["its section", ["voice"], key],
    ["nothing that is shown", ["eu-1"], { ...key, isByValue: true }],
    ["its help", ["nobody"], { text: field.help, isKey: false }],
    ["another name", ["audio"], { text: "Also called audio server", isKey: false }],
  ])("is the key or the matching text if the query matches %s", (_, letters, expected) =>
    expect(reasonOf(field, field.path, letters)).toEqual(expected),
  );
});
