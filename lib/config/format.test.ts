import { describe, expect, it } from "vitest";
import { formatBytes, formatDuration, formatNumber, parseBytes, parseDuration } from "./format";
import { fields } from "./registry";

describe("numbers", () => {
  it("have their thousands apart", () => {
    expect(formatNumber(1048576)).toBe("1,048,576");
    expect(formatNumber(0.25)).toBe("0.25");
  });
});

describe("durations", () => {
  it.each([
    [300, "s", "5 minutes"],
    [43200, "s", "12 hours"],
    [1, "s", "1 second"],
    [0, "s", "0 seconds"],
    [9000, "s", "2 hours 30 minutes"],
    [604800000, "ms", "7 days"],
    [3600000, "ms", "1 hour"],
    [1500, "ms", "1 second 500 milliseconds"],
    [0, "ms", "0 milliseconds"],
    [-5, "s", "−5 seconds"],
    [1.5, "s", "1 second 500 milliseconds"],
    [0.3333, "ms", "0.3333 milliseconds"],
  ] as const)("%d %s is written %s", (value, unit, text) => {
    expect(formatDuration(value, unit)).toBe(text);
  });

  it.each([
    ["2h 30m", "s", 9000],
    ["2h30m", "s", 9000],
    ["1.5 hours", "s", 5400],
    ["90 s", "s", 90],
    ["300", "s", 300],
    ["300", "ms", 300],
    ["1,000 ms", "ms", 1000],
    ["1 week", "ms", 604800000],
    ["1 day, 2 hours", "s", 93600],
    ["0.1h", "s", 360],
    ["5 MINUTES", "s", 300],
    ["500 ms", "s", null],
    ["1.5", "s", null],
    ["-5", "s", null],
    ["5 parsecs", "s", null],
    ["5 5 m", "s", null],
    ["soon", "s", null],
    ["", "s", null],
    ["99999999999999999999 d", "s", null],
  ] as const)("%j in a file of %s reads as %s", (text, unit, value) => {
    expect(parseDuration(text, unit)).toBe(value);
  });

  it("come back as they went, for every default", () => {
    for (const field of fields) {
      if (field.kind !== "duration" || field.default === null) continue;
      expect(parseDuration(formatDuration(field.default, field.fileUnit), field.fileUnit)).toBe(
        field.default,
      );
    }
  });
});

describe("byte sizes", () => {
  it.each([
    [1073741824, "1 GiB"],
    [5242880, "5 MiB"],
    [26214400, "25 MiB"],
    [26000000, "24.8 MiB"],
    [1000, "1,000 bytes"],
    [1, "1 byte"],
    [0, "0 bytes"],
    [1536, "1.5 KiB"],
  ])("%d is written %s", (value, text) => {
    expect(formatBytes(value)).toBe(text);
  });

  it.each([
    ["25 MiB", 26214400],
    ["25MB", 25000000],
    ["25m", 26214400],
    ["1.5 GiB", 1610612736],
    ["0.1 GiB", 107374182],
    ["500 kB", 500000],
    ["1,048,576", 1048576],
    ["1048576 bytes", 1048576],
    ["12 b", 12],
    ["1.5", null],
    ["1 GiB 5 MiB", null],
    ["5 m 3", null],
    ["big", null],
    ["-1", null],
    ["", null],
  ])("%j reads as %s", (text, value) => {
    expect(parseBytes(text)).toBe(value);
  });
});
