import { describe, expect, it } from "vitest";
import { readValue } from "./read-value";
import { fieldAt } from "./registry";

function read(path: string, raw: unknown) {
  const field = fieldAt(path);
  if (!field) throw new Error(`no setting ${path}`);
  return readValue(field, raw);
}

describe("reading a value from the file", () => {
  it.each([
    ["general.instanceName", "Harbor ⚓"],
    ["limits.rate.ip.count", 750],
    ["limits.rate.ip.window", 5],
    ["errorTracking.traceSampleRate", 0.25],
    ["gif.enabled", false],
    ["email.smtp.secure", true],
    ["email.provider", "emailApi1"],
    ["defaults.user.premiumType", 0],
    ["register.defaultRights", "875069521787904"],
    ["general.correspondenceUserID", "1104236891374919680"],
    ["guild.defaultFeatures", ["NEWS", "SOMETHING_NEW"]],
    ["security.jwtSecret", "x".repeat(64)],
    ["security.trustedProxies", "127.0.0.1, fd00::/8, loopback"],
    ["gateway.endpointPrivate", "http://127.0.0.1:3003"],
    ["general.serverName", "http://127.0.0.1:3001"],
  ])("returns an allowed value of %s unchanged: %j", (path, raw) => {
    expect(read(path, raw)).toEqual({ value: raw });
  });

  it.each([null, undefined])("returns the default for the value %s", (raw) => {
    expect(read("general.instanceName", raw)).toEqual({ value: "Chat instance" });
    expect(read("general.frontPage", raw)).toEqual({ value: null });
  });

  it.each([
    ["limits.rate.ip.count", "500", 500, "the text “500”", 500],
    ["limits.rate.ip.count", true, 500, "the value true", undefined],
    ["limits.rate.ip.count", Number.POSITIVE_INFINITY, 500, "the number Infinity", undefined],
    ["limits.rate.enabled", "true", false, "the text “true”", true],
    ["limits.rate.enabled", 0, false, "the number 0", false],
    ["general.instanceName", 7, "Chat instance", "the number 7", "7"],
    ["general.instanceName", {}, "Chat instance", "an object", undefined],
    ["register.email.domains", "mailinator.com", [], "the text “mailinator.com”", ["mailinator.com"]],
    ["regions.available", {}, [], "an object", undefined],
    ["general.correspondenceUserID", -4, null, "the number -4", undefined],
    ["register.defaultRights", 1.5, "875069521787904", "the number 1.5", undefined],
    ["defaults.user.premiumType", "2", 2, "the text “2”", 2],
  ])("reports an error and uses the default if %s has the value %j", (path, raw, value, what, correction) => {
    const result = read(path, raw);
    expect(result.value).toEqual(value);
    expect(result.problem?.severity).toBe("error");
    expect(result.problem?.message).toContain(`This is ${what}, but `);
    expect(result.problem?.message).toContain("may crash at startup");
    expect(result.problem?.correction).toEqual(correction);
  });

  it.each([
    ["limits.rate.ip.count", 0, "from 1 to"],
    ["limits.rate.ip.count", 1.5, "whole number"],
    ["email.smtp.port", 99999, "65535"],
    ["gateway.endpointPublic", "https://gateway.example.org", "wss:// or ws://"],
    ["general.correspondenceEmail", "nobody", "email address"],
    ["security.trustedProxies", "10.0.0.0/8, proxy.local", "“proxy.local” is not an address"],
    ["general.correspondenceUserID", "abc", "digits only"],
    ["guild.defaultFeatures", ["news"], "capital letters"],
  ])("reports a warning but uses the value if %s has the value %j", (path, raw, words) => {
    const result = read(path, raw);
    expect(result.value).toEqual(raw);
    expect(result.problem?.severity).toBe("warning");
    expect(result.problem?.message).toContain(words);
  });

  it("suggests the instance's spelling of a feature", () => {
    expect(read("guild.defaultFeatures", ["news"]).problem?.correction).toEqual(["NEWS"]);
  });

  it("reports an error for an unknown option but uses the value", () => {
    const result = read("email.provider", "pigeon");
    expect(result.value).toBe("pigeon");
    expect(result.problem).toMatchObject({ severity: "error" });
    expect(result.problem?.message).toContain("emailApi1");
  });

  it("preserves all digits of ids and rights written as numbers", () => {
    const long = read("general.correspondenceUserID", 1104236891374919681n);
    expect(long.value).toBe("1104236891374919681");
    expect(long.problem).toMatchObject({ severity: "warning", correction: "1104236891374919681" });
    expect(long.problem?.message).toContain("loses its last digits");

    const short = read("register.defaultRights", 875069521787904);
    expect(short.value).toBe("875069521787904");
    expect(short.problem).toMatchObject({ severity: "warning", correction: "875069521787904" });
    expect(short.problem?.message).not.toContain("last digits");

    expect(read("register.defaultRights", 2n ** 64n)).toMatchObject({
      value: "875069521787904",
      problem: { severity: "error" },
    });
  });

  it("uses a number outside the bounds, but reports a warning", () => {
    const result = read("limits.user.maxGuilds", 98765432109876543210n);
    expect(result.value).toBe(98765432109876540000);
    expect(result.problem?.severity).toBe("warning");
  });

  it("explains how to correct API versions that are written as numbers", () => {
    const result = read("api.activeVersions", [8, 9]);
    expect(result.value).toEqual(["6", "7", "8", "9"]);
    expect(result.problem).toMatchObject({ severity: "error", correction: ["8", "9"] });
    expect(result.problem?.message).toContain('Write ["8","9"]');
    expect(read("api.activeVersions", ["9", null]).problem?.correction).toBeUndefined();
  });

  it("never includes a secret in a message", () => {
    const result = read("email.smtp.password", 8675309);
    expect(result.value).toBeNull();
    expect(result.problem?.severity).toBe("error");
    expect(JSON.stringify(result)).not.toContain("8675309");
    const short = read("security.jwtSecret", "hunter2");
    expect(short.value).toBe("hunter2");
    expect(short.problem?.message).toContain("32 characters");
    expect(short.problem?.message).not.toContain("hunter2");
    const broker = read("broker.host", "http://harbor:sea-salt@127.0.0.1");
    expect(broker.problem?.message).not.toContain("sea-salt");
  });
});
