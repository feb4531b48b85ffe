import { describe, expect, it } from "vitest";
import { parseValue } from "../parse-value";
import { describeValue } from "../wording";
import { fields } from "../registry";
import { formatNumber, withUnit, writtenAmount } from "./amounts";
import { bytes, formatBytes } from "./bytes";
import { duration, formatDuration } from "./duration";
import type { Field } from "./index";
import { number } from "./number";

const words = { label: "Amount", help: "How much of it." };
const size = bytes("sample.size", { ...words, default: 1 });
const time = {
  s: duration("sample.seconds", { ...words, default: 1, fileUnit: "s" }),
  ms: duration("sample.milliseconds", { ...words, default: 1, fileUnit: "ms" }),
};

/** Returns the value that a text is parsed into, or the error message if the text is refused. */
function parsed(field: Field, text: string): unknown {
  const result = parseValue(field, text);
  return result.ok ? result.value : result.message;
}

describe("numbers", () => {
  it("are formatted with thousands separators", () => {
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
  ] as const)("%d %s is formatted as %s", (value, unit, text) => {
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
  ] as const)("%j for a setting in %s is parsed as %s", (text, unit, value) => {
    expect(parsed(time[unit], text)).toEqual(value ?? expect.any(String));
  });

  it("that are used as defaults stay the same after formatting and parsing", () => {
    for (const field of fields) {
      if (field.kind !== "duration" || field.default === null) continue;
      expect(parsed(field, formatDuration(field.default, field.fileUnit))).toBe(field.default);
    }
  });

  it("are refused outside of their bounds, and the message states the bounds", () => {
    const field = duration("sample.bound", { ...words, default: 5, fileUnit: "s", min: 1, max: 86_400 });
    expect(parsed(field, "2 days")).toBe(
      "Enter a time in whole seconds from 1 second to 1 day, such as 90 s or 2h 30m.",
    );
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
  ])("%d is formatted as %s", (value, text) => {
    expect(formatBytes(value)).toBe(text);
  });

  it("have different descriptions if they differ", () => {
    const words = [26214400, 26214401, 26000000, 1536, 1000, 1].map((value) => describeValue(size, value));
    expect(words).toEqual([
      "25 MiB",
      "25 MiB (26,214,401 bytes)",
      "24.8 MiB (26,000,000 bytes)",
      "1.5 KiB",
      "1,000 bytes",
      "1 byte",
    ]);
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
  ])("%j is parsed as %s", (text, value) => {
    expect(parsed(size, text)).toEqual(value ?? expect.any(String));
  });
});

describe("numbers as people write them", () => {
  const whole = number("sample.whole", { ...words, default: 1, min: -10, unit: "requests" });
  const share = number("sample.share", { ...words, default: 1, fractional: true, max: 2_000 });

  it.each([
    ["1,048,576", 1_048_576],
    [" 25 000 000 ", 25_000_000],
    ["500\u202f000", 500_000],
    ["500'000", 500_000],
    ["500k", 500_000],
    ["1.5 M", 1_500_000],
    ["2 million", 2_000_000],
    ["500 requests", 500],
    ["-3", -3],
    ["−3", -3],
  ])("%j is parsed as %s", (text, value) => {
    expect(parsed(whole, text)).toBe(value);
  });

  it("may have decimals if the setting allows fractions", () => {
    expect(parsed(share, "0.25")).toBe(0.25);
    expect(parsed(share, "0.125")).toBe(0.125);
    expect(parsed(share, "1,000.5")).toBe(1000.5);
    expect(parsed(whole, "1.5")).toBe("Enter a whole number, -10 or more.");
  });

  it.each(["1e3", "0x10", "one", "1 2", "5 parsecs", "5k 3", "--3", "", "  "])("%j is refused", (text) => {
    expect(parsed(whole, text)).toBe("Enter a whole number, -10 or more.");
  });

  it.each([
    ["1,5", "Write decimals with a point (1.5)."],
    ["12,34", "Write decimals with a point (1.5)."],
    ["0,250", "Write decimals with a point (1.5)."],
    ["1.000", "Write 1,000 for the whole number"],
    ["1.000.000", "Write 1,000,000 for the whole number"],
    ["5m", "For millions, write 5M"],
  ])("%j is refused with advice on how to write the number", (text, sentence) => {
    expect(parsed(whole, text)).toContain(sentence);
  });

  it("a long text is refused without delay", () => {
    expect(parsed(whole, `${"1".repeat(100_000)}!`)).toBe("Enter a whole number, -10 or more.");
    expect(parsed(time.s, `${"1 s ".repeat(30_000)}!`)).toContain("Enter a time");
  });
});

describe("ambiguous and unknown units", () => {
  it.each([
    [time.s, "5M", "“M” can mean minutes or months. Use min"],
    [time.s, "1 month", "Use days, such as 30 days."],
    [time.s, "5 parsecs", "“parsecs” is not a unit of time. Write ms, s, min"],
    [time.s, "1h 30", "Add a unit to every number"],
    [time.s, "500 ms", "Enter a time in whole seconds"],
    [size, "25 Mb", "“Mb” means bits. Write MB or MiB."],
    [size, "3 disks", "“disks” is not a unit of size."],
    [size, "1 GiB 5 MiB", "Enter one number with one unit"],
  ] as const)("are refused with an explanation (%#: %j)", (field, text, sentence) => {
    expect(parsed(field, text)).toContain(sentence);
  });
});

describe("an amount with a separate unit", () => {
  const units = [
    { name: "milliseconds", size: 1 },
    { name: "seconds", size: 1_000 },
    { name: "minutes", size: 60_000 },
    { name: "days", size: 86_400_000 },
  ];
  const unitOf = (value: unknown) => units[writtenAmount(units, value).unit]?.name;

  it("is shown in the largest unit that makes it a whole number", () => {
    expect(writtenAmount(units, 604_800_000)).toEqual({ text: "7", unit: 3 });
    expect(unitOf(90_000)).toBe("seconds");
    expect(unitOf(1_500)).toBe("milliseconds");
    expect(unitOf(0)).toBe("milliseconds");
    expect(writtenAmount(units, "soon")).toEqual({ text: "soon", unit: 0 });
    expect(writtenAmount(units, null)).toEqual({ text: "", unit: 0 });
  });

  it("is parsed in the selected unit, unless the text contains units", () => {
    expect(parsed(time.ms, withUnit("2", units[2]))).toBe(120_000);
    expect(parsed(time.ms, withUnit("1h 30", units[2]))).toBe(5_400_000);
    expect(parsed(time.ms, withUnit("2h", units[2]))).toBe(7_200_000);
    expect(parsed(size, withUnit("0.1", { name: "GiB", size: 1_073_741_824 }))).toBe(107_374_182);
    expect(withUnit("soon", units[2])).toBe("soon");
  });
});
