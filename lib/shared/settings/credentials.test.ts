import { describe, expect, test } from "vitest";
import { hideInText, hideCredentials, NothingHidden, restoreCredentials } from "./credentials";

test.each([
  ["http://user:p@ss@host/x", "http://user:•••@host/x"],
  ["redis://:pw@host", "redis://:•••@host"],
  ["redis://u:pa/ss@host/0", "redis://u:•••@host/0"],
  ["see https://a:b@c and amqps://d:e@f.", "see https://a:•••@c and amqps://d:•••@f."],
  ["https://key@errors.example.org/1", "https://key@errors.example.org/1"],
  ["https://host:8080/@user", "https://host:8080/@user"],
  ["mailto:user@host", "mailto:user@host"],
  ["https://h/x?token=abc&page=2#end", "https://h/x?token=•••&page=2#end"],
  ["/x?page=2&api_key=abc", "/x?page=2&api_key=•••"],
  [
    "https://c.example.org/api/webhooks/1441000000000000001/aB3_-aB3_-aB3_-a",
    "https://c.example.org/api/webhooks/1441000000000000001/•••",
  ],
  [
    "https://hooks.example.org/services/T0/B0/abcdefghijklmnop",
    "https://hooks.example.org/services/T0/B0/•••",
  ],
  [
    "https://hooks.example.org/services/T0/B0/abcdefghijklmno",
    "https://hooks.example.org/services/T0/B0/abcdefghijklmno",
  ],
  ["https://files.example.org/abcdefghijklmnop", "https://files.example.org/abcdefghijklmnop"],
  ["Authorization: Basic a2VlcGVyOmxhbXA1", "Authorization: Basic •••"],
  ["sent bearer aaaaaaaaaaa1", "sent bearer •••"],
  ["Basic authentication is required", "Basic authentication is required"],
  [`deploy with iadm_${"a-Z_0".repeat(8)}abc, then`, "deploy with •••, then"],
  ["the prefix iadm_ alone", "the prefix iadm_ alone"],
  ["BEARER\taaaaaaaaaaa1", "BEARER\t•••"],
  ["a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nlamp\n-----END RSA PRIVATE KEY-----\nb", "a\n•••\nb"],
  ["-----BEGIN PRIVATE KEY-----\nMIIE", "•••"],
  ["JWT_SECRET=lamp password: lamp --api-key lamp", "JWT_SECRET=lamp password: lamp --api-key lamp"],
  [`sent ${"aB3_".repeat(6)}.Gx1-Qz.${"x9Yz".repeat(7)} again`, "sent ••• again"],
  [
    `from ${"service-".repeat(2)}a.production.${"cluster-".repeat(3)}`,
    `from ${"service-".repeat(2)}a.production.${"cluster-".repeat(3)}`,
  ],
  ["-----BEGIN CERTIFICATE-----\nMIIE", "-----BEGIN CERTIFICATE-----\nMIIE"],
])("the text %s is shown as %s", (address, shown) => expect(hideInText(address)).toBe(shown));

test.each([
  "a://:",
  "a://",
  "a://u:",
  "://",
  ":",
  "a://u:@",
  "a://hook/",
  "?token=",
  "basic ",
  'password = "',
  "?a=b",
  "secret=",
  "--secret ",
  '"secret":"',
  "\n secret:",
  "-----BEGIN PRIVATE KEY-----",
  "a.-",
])("scans 300 KB of %s without timing out", (part) => void hideInText(part.repeat(300_000 / part.length)));

describe("hidden values are restored", () => {
  const regions = [
    { id: "a", endpoint: "h:1", authToken: "t1" },
    { id: "b", endpoint: "h:2", authToken: "t2", vip: true },
  ];
  const members = ["id", "endpoint", "vip"];
  const shown = hideCredentials(regions, members) as typeof regions;

  test("in lists of objects that were moved, edited or renamed", () => {
    expect(JSON.stringify(shown)).not.toMatch(/t1|t2/);
    expect(restoreCredentials(shown.toReversed(), regions, members)).toEqual(regions.toReversed());
    const renamed = [shown[0], { ...shown[1], id: "c" }];
    expect(restoreCredentials(renamed, regions, members)).toEqual([regions[0], { ...regions[1], id: "c" }]);
    expect(restoreCredentials([shown[1]], regions, members)).toEqual([regions[1]]);
  });

  test("in an address whose host was edited, unless the password was typed again", () => {
    const stored = "http://u:pw@old";
    expect(restoreCredentials("http://u:•••@new", stored)).toBe("http://u:pw@new");
    expect(restoreCredentials("http://u:typed@new", stored)).toBe("http://u:typed@new");
    expect(restoreCredentials(["http://u:•••@old"], [stored])).toEqual([stored]);
  });

  test("in a text in which another credential was typed again", () => {
    const stored = "https://u:pw@h/x?token=abc";
    expect(hideInText(stored)).toBe("https://u:•••@h/x?token=•••");
    expect(restoreCredentials("https://u:•••@h/y?token=new", stored)).toBe("https://u:pw@h/y?token=new");
  });

  test("only if exactly one stored value matches", () => {
    const renamed = shown.map((region) => ({ ...region, id: `${region.id}2` }));
    expect(() => restoreCredentials(renamed, regions, members)).toThrow(NothingHidden);
    expect(() => restoreCredentials("http://u:•••@h", "http://h")).toThrow(NothingHidden);
    expect(() => restoreCredentials("http://u:x•••@h", "http://u:pw@h")).toThrow(NothingHidden);
    expect(() => restoreCredentials([{ id: "z", token: "•••" }], [])).toThrow(NothingHidden);
  });
});
