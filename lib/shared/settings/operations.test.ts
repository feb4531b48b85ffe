import { specified } from "@/lib/shared/settings/registry";
import { describe, expect, it } from "vitest";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { checkOperations, normalizeOperations } from "./operations";

const set = (path: string, value: unknown): Operation => ({ op: "set", path, value });
const unset = (path: string): Operation => ({ op: "unset", path });

function messageOf(operation: Operation): string | undefined {
  return checkOperations([operation], specified)[0]?.message;
}

describe("checking operations", () => {
  it("accepts valid operations", () => {
    expect(
      checkOperations(
        [
          set("general.instanceName", "Harbor"),
          set("limits.rate.ip.count", 10),
          set("register.email.domains", ["example.org"]),
          set("regions.available", [{ id: "eu", name: "Europe", rack: 4 }]),
          set("security.jwtSecret", "k".repeat(32)),
          set("email.provider", null),
          unset("security.captcha.secret"),
        ],
        specified,
      ),
    ).toEqual([]);
  });

  it.each([
    [set("limits.rate.ip.count", "many"), "Enter a whole number from 1 to 1,000,000,000."],
    [set("limits.rate.ip.count", true), "Enter a whole number from 1 to 1,000,000,000."],
    [set("limits.rate.ip.count", 0), "Enter a whole number from 1 to 1,000,000,000."],
    [set("limits.rate.enabled", "yes"), "This is the text “yes”, but true or false is expected."],
    [set("general.instanceName", ["X"]), "This is a list, but text is expected."],
    [set("general.instanceName", "   "), "Enter some text, or use the default."],
    [set("general.frontPage", "example.org"), "Enter a full address that starts with https:// or http://."],
    [
      set("gateway.endpointPublic", "https://a.example"),
      "Enter a full address that starts with wss:// or ws://.",
    ],
    [set("email.provider", "mailgun"), "Choose one of: smtp, emailApi1, emailApi2, emailApi3."],
    [set("api.activeVersions", []), "Add at least 1 version."],
    [set("api.activeVersions", ["9", 8]), "Item 2: This is the number 8, but text is expected."],
    [set("register.email.domains", ["a.org", "a.org"]), "Remove the duplicate domain."],
    [
      set("register.email.domains", ["büro.example", "b.org", "xn--bro-hoa.example"]),
      "“büro.example” and “xn--bro-hoa.example” are the same domain. Remove one of them.",
    ],
    [
      set("register.email.domains", ["@a.org"]),
      "Item 1: Enter a domain without @, http:// or a path, such as example.org.",
    ],
    [set("regions.available", [{ id: "e u", name: "Europe" }]), "Item 1, id: Use letters, digits"],
    [set("regions.available", ["eu"]), "Item 1: This is the text “eu”, but an object is expected."],
    [
      set("regions.available", [{ id: "eu", name: "E", vip: 1 }]),
      "Item 1, vip: This is the number 1, but true or false is expected.",
    ],
    [set("broker.host", "http://127.0.0.1"), "amqp:// or amqps://"],
    [set("security.forwardedFor", "X Forwarded"), "the name of one HTTP header"],
    [set("security.trustedProxies", "10.0.0.0/8,"), "There is an empty entry between two commas."],
    [
      set("register.defaultRights", "18446744073709551616"),
      "Enter a whole number from 0 to 18446744073709551615.",
    ],
    [set("general.correspondenceUserID", 1104236891374919680), "the id of a user in quotes is expected"],
  ])("refuses %j", (operation, words) => {
    expect(messageOf(operation)).toContain(words);
  });

  it("suggests the intended path if the path does not exist", () => {
    expect(messageOf(set("general.instancename", "X"))).toContain("Did you mean general.instanceName?");
    expect(messageOf(unset("limits.rate.ip.cuont"))).toContain("Did you mean limits.rate.ip.count?");
    expect(messageOf(set("limits.maxTopic", 5))).toContain("Did you mean limits.channel.maxTopic?");
    expect(messageOf(set("limits.rate", {}))).toContain("is a group of settings");
    expect(messageOf(set("zzz.__proto__", 1))).toContain("settings reference");
  });

  it("reports only one problem for a path that is set twice", () => {
    const problems = checkOperations(
      [
        set("general.frontPage", "nope"),
        set("gif.enabled", true),
        set("general.frontPage", "https://example.org"),
        set("gif.enabled", false),
      ],
      specified,
    );
    expect(problems.map(({ path, code }) => [path, code])).toEqual([
      ["general.frontPage", "INVALID_VALUE"],
      ["gif.enabled", "DUPLICATE"],
    ]);
  });

  it("never includes a secret in a message", () => {
    const problems = checkOperations(
      [
        set("security.jwtSecret", "hunter2"),
        set("email.smtp.password", 8675309),
        set("broker.host", "redis://u:pw@h"),
      ],
      specified,
    );
    expect(problems).toHaveLength(3);
    expect(JSON.stringify(problems)).not.toMatch(/hunter2|8675309|redis/);
  });
});

describe("normalizing operations", () => {
  it("turns null into an unset operation, trims texts and completes regions", () => {
    expect(
      normalizeOperations(
        [
          set("general.frontPage", null),
          set("general.instanceName", " Harbor "),
          set("email.smtp.password", " kept "),
          set("regions.available", [{ id: "eu", name: "Europe", rack: 4 }]),
          set("limits.rate.ip.count", 10),
          unset("gif.apiKey"),
        ],
        specified,
      ),
    ).toEqual([
      unset("general.frontPage"),
      set("general.instanceName", "Harbor"),
      set("email.smtp.password", "kept"),
      set("regions.available", [
        {
          id: "eu",
          name: "Europe",
          rack: 4,
          endpoint: "127.0.0.1:3004",
          vip: false,
          custom: false,
          deprecated: false,
        },
      ]),
      set("limits.rate.ip.count", 10),
      unset("gif.apiKey"),
    ]);
  });
});
