import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { permissionGroups } from "@/lib/shared/chat/permissions";
import { parseDocument } from "./parse";
import { documentJsonSchema } from "./schema";

const problemsIn = (text: string) =>
  parseDocument(text).problems.map(
    ({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`,
  );

test("YAML and JSON produce the same document", () => {
  const yaml = `
bots:
  - name: Harbor
    id: 1104236891374919680
    public: false
    guilds:
      - guild: 1104236891374919681
        permissions: [MANAGE_GUILD, Ban members, 64]
      - guild: "Lighthouse"
`;
  const json = `{\n\t"bots": [\n\t\t{ "name": "Harbor", "id": "1104236891374919680", "public": false,\n\t\t"guilds": [
    { "guild": "1104236891374919681", "permissions": "100" }, { "guild": "Lighthouse" }]}]}`;
  const [bot] = parseDocument(yaml).bots;
  expect(bot).toMatchObject({ name: "Harbor", id: "1104236891374919680", public: false });
  expect(bot?.guilds).toMatchObject([
    { guild: "1104236891374919681", permissions: 100n },
    { guild: "Lighthouse", permissions: undefined },
  ]);
  expect(parseDocument(json)).toMatchObject({ problems: [], bots: [{ ...bot }] });
});

test("the parser and the JSON Schema for editors accept the example in the documentation", () => {
  const [, example = ""] = /^```yaml\n([^]*?)^```/m.exec(readFileSync("docs/provisioning.md", "utf8")) ?? [];
  const { bots, owner, problems } = parseDocument(example);
  expect([owner, bots.length, problems]).toEqual(["ada", 2, []]);
  expect(bots[0]?.guilds.map(({ permissions }) => permissions)).toEqual([3104n, 3072n]);
  const schema = z.fromJSONSchema(documentJsonSchema() as never);
  expect(schema.safeParse(parse(example)).error).toBeUndefined();
  for (const wrong of [
    "bots: 1",
    "bots: [{ name: 1 }]",
    "bots: []\nbot: 1",
    "bots: [{ name: A, guilds: [{}] }]",
  ])
    expect([wrong, schema.safeParse(parse(wrong)).success]).toEqual([wrong, false]);
});

test("the documentation lists every permission", () => {
  const text = readFileSync("docs/provisioning.md", "utf8");
  const names = permissionGroups.flatMap(({ permissions }) => permissions.map(({ name }) => name));
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("YAML anchors can share values between bots", () => {
  const text = `bots:\n  - name: A\n    guilds: &same [{ guild: Pier, permissions: 8 }]\n  - name: B\n    guilds: *same`;
  const { bots, problems } = parseDocument(text);
  expect(problems).toEqual([]);
  expect(bots.map(({ guilds }) => guilds[0]?.permissions)).toEqual([8n, 8n]);
});

test("all mistakes in a document are reported together, with their positions", () => {
  const text = `owner: [ada]
colour: red
bots:
  - nmae: Harbor
  - name: Lamp
    name: Lamp again
    description: true
    public: "true"
    id: 0x10
    guilds:
      - guild:
        permissions: [MANAGE_GILD, { a: b }, 18446744073709551616]
      - Pier
    __proto__: {}
  - name:
`;
  expect(problemsIn(text)).toEqual([
    '6:5 bots[1].name: The key "name" occurs twice. Remove one.',
    "1:8 owner: This must be text: put the owner's username in quotes.",
    "4:5 bots[0].name: Add a name.",
    '4:5 bots[0].nmae: There is no key "nmae" here. Use name, id, description, public, guilds.',
    "9:9 bots[1].id: An id is up to 19 digits. Copy it from the panel or the client.",
    "7:18 bots[1].description: This must be text: put a description in quotes.",
    "8:13 bots[1].public: Write true or false, without quotes.",
    "11:15 bots[1].guilds[0].guild: Add the guild's name or id.",
    '12:23 bots[1].guilds[0].permissions[0]: There is no permission "MANAGE_GILD". Did you mean ManageGuild?',
    "12:36 bots[1].guilds[0].permissions[1]: List permissions by name, or write them as one number.",
    "12:46 bots[1].guilds[0].permissions[2]: This number is too large: the largest set of permissions is 18446744073709551615.",
    "13:9 bots[1].guilds[1]: Write keys and values here, such as name: Harbor.",
    expect.stringMatching(/^14:5 bots\[1\]\.__proto__: There is no key "__proto__" here/),
    "15:10 bots[2].name: Add a name.",
    '2:1 colour: There is no key "colour" here. Use owner, bots.',
  ]);
});

test.each([
  ["", "Start it with bots:"],
  ["- a", "Write keys and values here"],
  ["bots: {}", "List the bots, each with a dash"],
  ["bots: [", "Not valid YAML"],
  ["bots: []\n---\nbots: []", "Not valid YAML"],
  ["bots: *nothing", "No anchor"],
  ["? [a]\n: b\nbots: []", "A key must be a word."],
])("explains the mistake in the document %j", (text, words) =>
  expect(problemsIn(text).join("\n")).toContain(words),
);

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const laughs = ["a: &a [x, x, x, x, x, x, x, x, x, x]"];
for (const [from, to] of ["ab", "bc", "cd", "de", "ef"])
  laughs.push(`${to}: &${to} [${Array.from({ length: 10 }, () => `*${from}`).join(", ")}]`);

test.each([
  ["brackets nested a hundred thousand deep", nested(100_000), "nests more than 16 levels"],
  ["dashes", `${"- ".repeat(100_000)}x`, "nests more than 16 levels"],
  ["endless aliases", `bots: [&a x${", *a".repeat(300)}]`, "more than 200 aliases"],
  ["too many parts", `[${"[],".repeat(60_000)}]`, "too many parts"],
  ["too many bytes", " ".repeat(256 * 1024 + 1), "larger than 256 KiB"],
])("refuses a document with %s before parsing it", (_, text, words) => {
  expect(() => parseDocument(text)).toThrow(words);
});

test("refuses nested aliases that expand to too many values or nest too deeply", () => {
  expect(problemsIn(laughs.join("\n")).join("\n")).toContain("aliases make it too large");
  expect(problemsIn("bots: &a [*a]").join("\n")).toContain("nested too deeply");
});

test("a key that is too long is reported once, in shortened form", () => {
  const problems = problemsIn(`{ ${"k".repeat(100_000)}: [${"x,".repeat(49_000)}x], bots: [] }`);
  expect(problems).toEqual([expect.stringMatching(/^1:3 : The key "k{60}…" is too long\./)]);
});

test("parses any input, or refuses it with a message", () => {
  const pieces = fc.constantFrom(
    "bots:",
    "\n",
    "  ",
    "- ",
    "name: A",
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    "&a ",
    "*a",
    ": ",
    "|",
    "#",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 40 }), (parts) => {
      try {
        parseDocument(parts.join(""));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
      }
    }),
  );
});
