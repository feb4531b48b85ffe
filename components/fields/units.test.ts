import { describe, expect, it } from "vitest";
import { bestUnit, numberIn, quantityOf, typedOf } from "./units";

const units = [
  { name: "milliseconds", size: 1 },
  { name: "seconds", size: 1_000 },
  { name: "minutes", size: 60_000 },
  { name: "days", size: 86_400_000 },
];
const nothing = () => undefined;

describe("a number as people write it", () => {
  it("may have groups, a sign and a fraction", () => {
    expect(numberIn("1,048,576")).toBe(1_048_576);
    expect(numberIn(" 25 000 000 ")).toBe(25_000_000);
    expect(numberIn("-3")).toBe(-3);
    expect(numberIn("0.25")).toBe(0.25);
    expect(numberIn("1,000.5")).toBe(1000.5);
  });
  it("is nothing else", () => {
    for (const text of ["", "1,5", "1e3", "0x10", "12,34", "one", "1 2"])
      expect(numberIn(text)).toBeUndefined();
  });
});

describe("the unit that is shown", () => {
  it("is the largest in which the value is whole", () => {
    expect(units[bestUnit(units, 604_800_000)]?.name).toBe("days");
    expect(units[bestUnit(units, 90_000)]?.name).toBe("seconds");
    expect(units[bestUnit(units, 1_500)]?.name).toBe("milliseconds");
    expect(bestUnit(units, 0)).toBe(0);
    expect(bestUnit(units, "soon")).toBe(0);
  });
  it("goes with the amount", () => {
    expect(typedOf(units, 604_800_000)).toMatchObject({ text: "7", unit: 3 });
    expect(typedOf(units, null)).toMatchObject({ text: "", unit: 0 });
  });
});

describe("what was typed, in the file's unit", () => {
  it("counts the chosen unit", () => {
    expect(quantityOf("2", units[2], nothing)).toBe(120_000);
    expect(quantityOf("0.1", { name: "GiB", size: 1_073_741_824 }, nothing)).toBe(107_374_182);
  });
  it("may name its units itself", () => {
    expect(quantityOf("2h", units[2], () => 7_200_000)).toBe(7_200_000);
  });
  it("stays as it is where it means nothing, so that the check says so", () => {
    expect(quantityOf("soon", units[2], nothing)).toBe("soon");
    expect(quantityOf(" ", units[2], nothing)).toBeNull();
  });
});
