import { describe, expect, it } from "vitest";
import { partsOf, reasonOf } from "./marked";

describe("marking the matching letters", () => {
  it.each([
    ["Instance name", ["instance", "na"], ["", "Instance", " ", "na", "me"]],
    ["maxWebhooks", ["hook"], ["maxWeb", "hook", "s"]],
    ["limits.channel.maxTopic", ["topic"], ["limits.channel.max", "Topic"]],
    // Matches of fewer than four letters are marked only at the beginning of a word.
    ["Internal address", ["in", "es"], ["", "In", "ternal address"]],
    ["Password and passwords", ["pass", "password"], ["", "Password", " and ", "password", "s"]],
    ["Limits", [], ["Limits"]],
    ["Limits", [""], ["Limits"]],
  ])("splits %j around the letters %j", (text, letters, expected) => {
    expect(partsOf(text, letters)).toEqual(expected);
    expect(partsOf(text, letters).join("")).toBe(text);
  });
});

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
    ["another name", ["audio"], { text: "matches: audio", isKey: false }],
  ])("is the key or the matching text if the query matches %s", (_, letters, expected) =>
    expect(reasonOf(field, field.path, letters)).toEqual(expected),
  );
});
