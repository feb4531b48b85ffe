import { describe, expect, it } from "vitest";
import { partsOf } from "./marked";

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
