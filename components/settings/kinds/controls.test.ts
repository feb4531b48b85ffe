import { describe, expect, it } from "vitest";
import { z } from "zod";
import { bitsOf, hasBit, searchBits, unnamedBits, withBit } from "@/lib/shared/chat/bits";
import { snowflakeDate } from "@/lib/shared/chat/snowflake";
import { addItems, asciiDomain, refusalText, splitItems } from "@/lib/shared/settings/kinds/items";
import { randomSecret } from "@/lib/shared/settings/kinds/secret";
import { problemsOfRegion } from "./region-dialog";
import { moved, without } from "./reorder";

describe("bits", () => {
  const groups = [
    {
      title: "All",
      bits: [
        { bit: 0, name: "OPERATOR", label: "Operator", help: "Everything." },
        { bit: 46, name: "CREATE_TOKENS", label: "Create tokens", help: "Registration tokens." },
      ],
    },
  ];
  it("are stored exactly, even in a number with more than 32 bits", () => {
    const bits = bitsOf("875069521787904") ?? 0n;
    expect(bits.toString()).toBe("875069521787904");
    expect(withBit(withBit(bits, 46, false), 46, true)).toBe(withBit(bits, 46, true));
    expect(hasBit(withBit(0n, 63, true), 63)).toBe(true);
  });
  it("are parsed as null if the text is not an unsigned 64-bit number", () => {
    for (const text of ["", "-1", "1.5", "0x1", "18446744073709551616", 5]) expect(bitsOf(text)).toBeNull();
  });
  it("are listed as unnamed if no group contains them", () => {
    expect(unnamedBits((1n << 46n) | (1n << 60n), groups)).toEqual([60]);
  });
  it("are found by words of their name, label and help", () => {
    expect(searchBits(groups, "create_tokens")[0]?.bits).toHaveLength(1);
    expect(searchBits(groups, "registration TOK")[0]?.bits[0]?.bit).toBe(46);
    expect(searchBits(groups, "nothing")).toEqual([]);
  });
});

describe("editing lists", () => {
  const schema = z.string().regex(/^[a-z.]+$/, "Use small letters.");
  it("adds several items at once, and reports the refused items", () => {
    const added = addItems(["a.example"], splitItems("b.example\r\nB, a.example;c.example"), schema);
    expect(added.items).toEqual(["a.example", "b.example", "c.example"]);
    expect(added.refused.map((one) => one.item)).toEqual(["B", "a.example"]);
    expect(refusalText(added.refused)).toContain("“B” was not added: Use small letters.");
  });
  it("refuses another form of an item that the list has", () => {
    const added = addItems(["bro.example"], ["BRO.example"], z.string(), asciiDomain);
    expect(added).toEqual({
      items: ["bro.example"],
      refused: [{ item: "BRO.example", reason: "The list already contains it." }],
    });
  });
  it("moves and removes items without changing the original list", () => {
    const items = ["a", "b", "c"];
    expect(moved(items, 0, 2)).toEqual(["b", "c", "a"]);
    expect(without(items, 1)).toEqual(["a", "c"]);
    expect(items).toEqual(["a", "b", "c"]);
  });
});

describe("a region", () => {
  const region = {
    id: "eu",
    name: "Europe",
    endpoint: "127.0.0.1:3004",
    vip: false,
    custom: false,
    deprecated: false,
  };
  it("may have keys that the form does not show", () => {
    expect(problemsOfRegion({ ...region, weight: 2 }, [])).toEqual({});
  });
  it("is refused if another region has the same id", () => {
    expect(problemsOfRegion(region, ["us", "eu"])["id"]).toMatch(/another region/i);
  });
  it("has one problem for each missing or invalid key", () => {
    expect(Object.keys(problemsOfRegion({ id: "a b", name: "", endpoint: "http://x" }, [])).sort()).toEqual([
      "custom",
      "deprecated",
      "endpoint",
      "id",
      "name",
      "vip",
    ]);
  });
});

describe("the date of an id", () => {
  it("is formatted in UTC", () => {
    expect(snowflakeDate("175928847299117063")).toBe("30 April 2016 at 11:18:25 UTC");
  });
  it("is null if the text is not an id", () => {
    for (const text of ["", "0", "abc", "9223372036854775808", "-5"]) expect(snowflakeDate(text)).toBeNull();
  });
});

it("a generated secret has the requested length and is different each time", () => {
  const one = randomSecret(64);
  expect(Buffer.from(one, "base64")).toHaveLength(64);
  expect(randomSecret(64)).not.toBe(one);
});
