import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import { permissionGroups } from "@/lib/shared/chat/permissions";
import { parseDocument } from "./parse";
import { documentJsonSchema } from "./schema";

const problemsIn = (text: string) =>
  parseDocument(text).problems.map(
    ({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`,
  );

test("reads bots, their guilds, and permissions by name and number", () => {
  const [bot] = parseDocument(`{ "bots": [{ "name": "Harbor", "id": 1104236891374919680, "public": false,
    "guilds": [{ "guild": 1104236891374919681, "permissions": ["MANAGE_GUILD", "Ban members", 64] },
               { "guild": "Lighthouse" }] }] }`).bots;
  expect(bot).toMatchObject({ name: "Harbor", id: "1104236891374919680", public: false });
  expect(bot?.guilds).toMatchObject([
    { guild: "1104236891374919681", permissions: 100n },
    { guild: "Lighthouse", permissions: undefined },
  ]);
});

test("the parser and the JSON Schema for editors accept the example in the documentation", () => {
  const [, example = ""] = /^```json\n([^]*?)^```/m.exec(readFileSync("docs/provisioning.md", "utf8")) ?? [];
  const { bots, owner, problems } = parseDocument(example);
  expect([owner, bots.length, problems]).toEqual(["ada", 2, []]);
  expect(bots[0]?.guilds.map(({ permissions }) => permissions)).toEqual([3104n, 3072n]);
  const schema = z.fromJSONSchema(documentJsonSchema() as never);
  expect(schema.safeParse(JSON.parse(example)).error).toBeUndefined();
  for (const wrong of [
    { bots: 1 },
    { bots: [{ name: 1 }] },
    { bots: [], bot: 1 },
    { bots: [{ name: "A", guilds: [{}] }] },
  ])
    expect([wrong, schema.safeParse(wrong).success]).toEqual([wrong, false]);
});

test("the documentation lists every permission", () => {
  const text = readFileSync("docs/provisioning.md", "utf8");
  const names = permissionGroups.flatMap(({ permissions }) => permissions.map(({ name }) => name));
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("the JSON Schema for editors also accepts an id without quotes", () => {
  const id = { type: ["string", "integer"], pattern: "^[0-9]{1,20}$" };
  expect(documentJsonSchema()).toMatchObject({
    properties: { bots: { items: { properties: { id } } }, owner: { type: "string" } },
  });
});

test("keys of a request that contains a document are ignored", () => {
  const text = '{ "bots": [], "code": "123456", "owner": "ada" }';
  expect(parseDocument(text, ["password", "code"])).toMatchObject({ owner: "ada", problems: [] });
  expect(problemsIn(text)).toEqual(['1:15 code: There is no key "code" here. Use owner, bots.']);
});

test("all mistakes in a document are reported together, with their positions", () => {
  const text = `{ "owner": ["ada"],
"colour": "red",
"bots": [
  { "nmae": "Harbor" },
  { "name": "Lamp",
    "description": true,
    "public": "true",
    "id": "0x10",
    "guilds": [
      { "guild": null,
        "permissions": ["MANAGE_GILD", { "a": "b" }, 18446744073709551616] },
      "Pier"] },
  { "name": null }
] }`;
  expect(problemsIn(text)).toEqual([
    "1:12 owner: This must be text: put the owner's username in quotes.",
    "4:3 bots[0].name: Add a name.",
    '4:5 bots[0].nmae: There is no key "nmae" here. Use name, id, description, public, guilds.',
    "8:11 bots[1].id: An id is up to 19 digits. Copy it from the panel or the client.",
    "6:20 bots[1].description: This must be text: put a description in quotes.",
    "7:15 bots[1].public: Write true or false, without quotes.",
    "10:18 bots[1].guilds[0].guild: Add the guild's name or id.",
    '11:25 bots[1].guilds[0].permissions[0]: There is no permission "MANAGE_GILD". Did you mean ManageGuild?',
    "11:40 bots[1].guilds[0].permissions[1]: List permissions by name, or write them as one number.",
    "11:54 bots[1].guilds[0].permissions[2]: This number is too large: the largest set of permissions is 18446744073709551615.",
    '12:7 bots[1].guilds[1]: Write keys and values here, such as { "name": "Harbor" }.',
    "13:13 bots[2].name: Add a name.",
    '2:1 colour: There is no key "colour" here. Use owner, bots.',
  ]);
});

test.each([
  ["", "Not valid JSON"],
  ["null", "The document is empty"],
  ['["a"]', "Write keys and values here"],
  ['{ "bots": {} }', "List the bots in brackets"],
  ['{ "bots": [', "Not valid JSON"],
  ["bots:\n  - name: Harbor", "Not valid JSON"],
  ['{ "bots": [], "bots": [] }', 'The key "bots" occurs twice. Remove one.'],
  ['{ "__proto__": {} }', 'The key "__proto__" is not allowed'],
])("explains the mistake in the document %j", (text, words) =>
  expect(problemsIn(text).join("\n")).toContain(words),
);

test.each([
  ["\n  null", '2:3 : The document is empty. Start it with { "bots": [] } and list the bots.'],
  ['{ "bots": [], "bots": [] }', '1:15 : The key "bots" occurs twice. Remove one.'],
  [
    '{ "bots": [{ "name": "A", "guilds": [{ "guild": "B", "role": 1 }] }] }',
    '1:54 bots[0].guilds[0].role: There is no key "role" here. Use guild, permissions.',
  ],
  ['{ "bots": [{ "name": " \\ufeff" }] }', "1:22 bots[0].name: Add a name."],
  [
    '{ "bots": [{ "name": "A", "guilds": [{ "guild": " " }] }] }',
    "1:49 bots[0].guilds[0].guild: Add the guild's name or id.",
  ],
])("reports the position of the only mistake in %j", (text, problem) =>
  expect(problemsIn(text)).toEqual([problem]),
);

test("reports every entry of the list of bots that has no keys", () => {
  const words = 'Write keys and values here, such as { "name": "Harbor" }.';
  expect(parseDocument('{ "bots": [null, "x", 1, true, []] }')).toMatchObject({
    bots: [],
    problems: [0, 1, 2, 3, 4].map((nth) => ({ path: `bots[${nth}]`, message: words })),
  });
});

test("reports at most ten mistakes in the syntax", () => {
  const keys = Array.from({ length: 12 }, () => '"bots": []');
  expect(problemsIn(`{ ${keys.join(", ")} }`)).toHaveLength(10);
});

const permissionProblems = (permissions: string) =>
  problemsIn(`{ "bots": [{ "name": "A", "guilds": [{ "guild": "B",\n  "permissions": ${permissions} }] }] }`);

const TOO_LARGE = "This number is too large: the largest set of permissions is 18446744073709551615.";
test.each([
  ['"MANAGE_GILD"', 'There is no permission "MANAGE_GILD". Did you mean ManageGuild?'],
  ['"fly to the moon"', 'There is no permission "fly to the moon". docs/provisioning.md lists the names.'],
  ["18446744073709551616", TOO_LARGE],
  ['" 18446744073709551616 "', TOO_LARGE],
  ...["x18446744073709551616", "18446744073709551616x"].map((text) => [
    `"${text}"`,
    `There is no permission "${text}". docs/provisioning.md lists the names.`,
  ]),
  ...["", "x"].map((rest) => [
    `"${"x".repeat(60)}${rest}"`,
    `There is no permission "${"x".repeat(60)}${rest && "…"}". docs/provisioning.md lists the names.`,
  ]),
  ["null", "List permissions by name, or write them as one number."],
])("explains why %s are no permissions", (permissions, words) =>
  expect(permissionProblems(permissions)).toEqual([`2:18 bots[0].guilds[0].permissions: ${words}`]),
);

test("reads a list of at most 100 permissions", () => {
  const listOf = (length: number) => [...Array<string>(length).fill("32"), '"?"'];
  expect(permissionProblems(`[${listOf(100).slice(0, 100).join()}]`)).toEqual([]);
  expect(permissionProblems(`[${listOf(100).join()}]`)).toEqual([
    "2:18 bots[0].guilds[0].permissions: List at most 100 permissions, or write them as one number.",
  ]);
});

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test.each([
  ["too deep nesting", nested(17), "more than 16 levels"],
  ["brackets nested a hundred thousand deep", nested(100_000), "more than 16 levels"],
  [
    "too many parts",
    `{${Array.from({ length: 20_001 }, (_, nth) => `"${nth}":1`).join()}}`,
    "too many parts",
  ],
])("reports %s", (_, text, words) => {
  expect(problemsIn(text).join("\n")).toContain(words);
});

test("reads 16 levels", () => {
  expect(problemsIn(nested(16)).join("\n")).not.toContain("levels");
});

test("refuses a document of more than 256 KiB", () => {
  expect(problemsIn(" ".repeat(256 * 1024))).toHaveLength(1);
  expect(() => parseDocument(" ".repeat(256 * 1024 + 1))).toThrow("larger than 256 KiB");
});

test("a key that is too long is reported once, in shortened form", () => {
  expect(problemsIn(`{ "${"k".repeat(101)}": ["x"], "bots": [] }`)).toEqual([
    expect.stringMatching(/^1:3 : The key "k{60}…" is too long\./),
  ]);
  expect(problemsIn(`{ "${"k".repeat(100)}": ["x"], "bots": [] }`)).toEqual([
    `1:3 ${"k".repeat(100)}: There is no key "${"k".repeat(60)}" here. Use owner, bots.`,
  ]);
});

test("parses any input, or refuses it with a message", () => {
  const pieces = fc.constantFrom(
    '"bots"',
    ":",
    "\n",
    '"name"',
    "{",
    "}",
    "[",
    "]",
    '"',
    ",",
    "1",
    "null",
    "-",
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
