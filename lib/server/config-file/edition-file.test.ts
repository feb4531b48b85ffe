import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { byOperator } from "@/lib/shared/author";
import { editionOf, loadEdition } from "@/lib/shared/settings/editions";
import { takesEffect } from "@/lib/shared/settings/editions/edition";
import { editionFileSchema } from "@/lib/shared/settings/editions/edition-file-schema";
import { evaluateRules } from "@/lib/shared/settings/rules";
import { createSearch } from "@/lib/shared/settings/search";
import { notesOf } from "@/lib/shared/settings/wording";
import { z as parts } from "@/lib/shared/settings/zod";
import { testFile } from "@/testing/config-file/test-file";
import { describe as describeFile, schemaIn } from "./describe";
import { openEdition, readEditionFile } from "./edition-file";
import { readAndRecord } from "./open-file";
import { saveOperations } from "./save-operations";

/** Ten keys that the public server might get next, and a change to a key that it has. */
const tenKeys = "e2e/fixtures/edition-ten-keys.json";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edition-"));
});
afterEach(() => {
  loadEdition(null);
  rmSync(folder, { recursive: true });
});

function written(text: string): string {
  const path = join(folder, "edition.json");
  writeFileSync(path, text);
  return path;
}

/** Returns the errors for an edition file with these settings, without the file's name. */
function errorsOf(text: string): string[] {
  const path = written(text);
  try {
    readEditionFile(path);
    return [];
  } catch (error) {
    const [, ...lines] = (error as Error).message.split("\n");
    return lines.map((line) => line.trim().replace(`${path}:`, ""));
  }
}

const entry = (more: object) =>
  JSON.stringify({ extends: "public-server", settings: [{ path: "limits.poll.maxOptions", ...more }] });

describe("the settings of an edition file", () => {
  it("are in the edition's sections, search, JSON Schema and rules", async () => {
    openEdition(tenKeys);
    const { registry, formerKeys } = editionOf("branded");
    expect(registry.fieldAt("limits.message.maxPolls")).toMatchObject({
      kind: "number",
      label: "Polls per message",
      default: 1,
      unit: "polls",
      since: "September 2026",
    });
    const { fields } = registry;
    const ofMessages = fields.filter(({ path }) => path.startsWith("limits.message."));
    expect(ofMessages.at(-1)?.path).toBe("limits.message.maxPolls");
    expect(registry.sectionOf("polls.maxDuration")?.title).toBe("Polls");
    expect(registry.fieldAt("broker.clusterNodes")?.kind).toBe("string-list");
    expect(registry.fieldAt("limits.message.maxEmbeds")).toMatchObject({ default: 30, max: 1000 });
    expect(takesEffect(editionOf("branded"), "polls.enabled")).toBe("at start");
    expect(notesOf(registry.fieldAt("integrations.gifs.originchat.apiKey")!).join(" ")).toContain(
      "ORIGINCHAT_KEY_PATH can name a file",
    );
    expect(formerKeys["polls.durationLimit"]).toEqual({ path: "polls.maxDuration" });
    const find = createSearch({ registry });
    expect(find("poll duration")[0]).toMatchObject({ field: { path: "polls.maxDuration" } });
    expect(JSON.stringify(schemaIn(editionOf("branded")))).toContain("Polls per message");
  });

  it("are read, saved in the server's spelling, and hidden if they are secrets", async () => {
    openEdition(tenKeys);
    const file = await testFile();
    file.write(
      '{"rabbitmq": {"host": "amqp://broker"}, "integrations": {"gifs": {"originchat": {"apiKey": "geheim"}}}}',
    );
    const snapshot = async () => describeFile(file.config, await readAndRecord(file.config));
    const before = await snapshot();
    expect(before.unknown).toEqual([]);
    expect(before.secrets["integrations.gifs.originchat.apiKey"]).toBe("set");
    expect(JSON.stringify(before)).not.toContain("geheim");
    await saveOperations(file.config, {
      baseEtag: before.etag,
      author: byOperator("ada"),
      operations: [
        { op: "set", path: "broker.clusterNodes", value: ["one:5672", "two:5672"] },
        { op: "set", path: "polls.maxDuration", value: "2 days" },
      ],
    });
    expect(JSON.parse(file.read())).toMatchObject({
      rabbitmq: { clusterNodes: ["one:5672", "two:5672"] },
      polls: { maxDuration: 172_800 },
    });
    await expect(
      saveOperations(file.config, {
        baseEtag: (await snapshot()).etag,
        author: byOperator("ada"),
        operations: [{ op: "set", path: "polls.maxDuration", value: 59 }],
      }),
    ).rejects.toMatchObject({ code: "invalid-settings" });
  });

  it.each([
    ["a text", { kind: "text", pattern: { matches: "^[a-z]+-?[a-z]+$", message: "No." } }],
    ["an entry", { kind: "string-list", items: { pattern: "^[a-z]+-?[a-z]+$" } }],
  ])("try no pattern with %s that is too long", (_, more) => {
    openEdition(written(JSON.stringify({ settings: [{ path: "a.b", label: "B", ...more }] })));
    const schema = editionOf("branded").registry.fieldAt("a.b")!.schema(parts);
    const inputs = (length: number) => (more.kind === "text" ? "a".repeat(length) : ["a".repeat(length)]);
    const tests = vi.spyOn(RegExp.prototype, "test");
    const tried = () =>
      tests.mock.contexts.filter((one) => (one as RegExp).source.startsWith("^[a-z]+-?")).length;
    expect(schema.safeParse(inputs(200)).success).toBe(true);
    expect(tried()).toBe(1);
    expect(schema.safeParse(inputs(201)).error?.issues).toMatchObject([
      { message: "Use at most 200 characters." },
    ]);
    expect(tried()).toBe(1);
    tests.mockRestore();
  });

  it("replace all settings if the file extends no edition", async () => {
    openEdition(
      written('{"settings": [{"path": "pier.depth", "kind": "number", "label": "Depth", "default": 4}]}'),
    );
    const file = await testFile();
    file.write('{"pier": {"depth": 7}, "rabbitmq": {"host": null}}');
    const document = await describeFile(file.config, await readAndRecord(file.config));
    expect(document.values).toEqual({ pier: { depth: 7 } });
    expect(document.unknown).toEqual(["rabbitmq"]);
    expect(evaluateRules(document)).toEqual([]);
  });

  it("report an unused setting that is modified", () => {
    openEdition(tenKeys);
    const violations = evaluateRules({
      naming: "branded",
      values: { polls: { legacyCounting: true } },
      set: ["polls.legacyCounting"],
      secrets: {},
    });
    expect(violations.map(({ rule, paths }) => [rule, paths[0]])).toContainEqual([
      "unused-in-use",
      "polls.legacyCounting",
    ]);
  });
});

describe("an invalid edition file is refused with line and column", () => {
  it.each([
    ["JSON that is cut off", '{\n  "settings": [', /^2:\d+: /],
    ["an unknown property", '{\n  "settings": [],\n  "setings": []\n}', /^3:3: “setings” is not a property/],
    ["an unknown kind", entry({ kind: "numbr", label: "Options" }), /^1:73: .*"number"/],
    ["a new setting without a kind", entry({ label: "Options" }), /^1:\d+: .*needs a kind/],
    ["a new setting without a label", entry({ kind: "number" }), /^1:\d+: .*needs a label/],
    [
      "a default below the minimum",
      entry({ kind: "number", label: "O", min: 2, default: 1 }),
      /default of limits/,
    ],
    [
      "a default of another type",
      entry({ kind: "boolean", label: "O", default: "yes" }),
      /default of limits/,
    ],
    ["an enum without options", entry({ kind: "enum", label: "O" }), /needs options/],
    [
      "an invalid expression",
      entry({ kind: "text", label: "O", pattern: { matches: "(", message: "M" } }),
      /expression/,
    ],
    [
      "an unknown neighbor",
      entry({ kind: "number", label: "O", after: "limits.none" }),
      /limits.none is not a setting/,
    ],
    [
      "a group",
      '{"extends":"public-server","settings":[{"path":"limits.rate","kind":"text","label":"Rate"}]}',
      /contains the setting/,
    ],
    [
      "a page's name",
      '{"settings":[{"path":"history.length","kind":"number","label":"Length"}]}',
      /cannot be named history/,
    ],
    [
      "a repeated path",
      '{"settings":[{"path":"a.b","kind":"text","label":"B"},\n{"path":"a.b","kind":"text","label":"B"}]}',
      /^2:2: a.b is listed twice/,
    ],
  ])("for %s", (_, text, error) => {
    expect(errorsOf(text)).toEqual([expect.stringMatching(error)]);
  });

  it.each([
    ...["(a+)+$", "^(?:\\w+\\s?)*$", "^(?:x|x)*y$", "^a*a*a*a*a*a*$"],
    ...[
      "^id-(\\w+)+$",
      "^@(\\w+\\s?)+$",
      "^id-(?:q|w|.)+z$",
      "^id-(?:q?q?)*z$",
      "^id-((?<one>w{2,})-){2,30}?z$",
    ],
    ...["^id-(?:[)]*[\\]]){9}$", "^id-(?:\\)+)*$", "^id-(?:(?=w+).)+$"],
    ...[
      "^id-a*a*a*a*$",
      "a*a*a*",
      "^(?=id-\\w+\\d*\\w+[a-z]+)",
      "^(a*)\\1*\\1*\\1*$",
      "^[.]*\\.[.-]+[-.]+.*$",
    ],
    ...[`^id-${"(?:a|a)".repeat(16)}$`, `^id-${"a?".repeat(18)}${"a".repeat(18)}$`],
  ])("for a regular expression that takes very long for some texts: %s", (matches) => {
    const slow = { path: "a.b", label: "B", kind: "text", pattern: { matches, message: "No." } };
    expect(errorsOf(JSON.stringify({ settings: [slow] }))).toEqual([
      expect.stringMatching(/^1:\d+: The regular expression takes too long for some texts/),
    ]);
  });

  it.each([
    ...[
      "^(?:AS\\d{1,10})?$",
      "^[\\w.-]+:\\d{1,5}$",
      "^(?:id-[(+*|]\\+\\|){1,9}$",
      "^(?=.{1,9}$)(?:a|b)-\\u{61}+$",
    ],
    ...["^(?<=^)(?:\\p{L}{2}?-)+(?:x+|y){0,1}(?:z+){1}$", "^[a-z]+-?[a-z]+$"],
    ...["^a*a*a*$", "a*a*", "^[a-z]+-[a-z]+-[a-z]+-[a-z]+-[a-z]+$", "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$"],
    ...["^(?=.*a)(?=.*b)(?=.*c)(?=.*d).{8,}$", "^a*$|^a*b*$|^a*c*$|^[ab]*$|^[ac]*$"],
    ...[
      "^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d))$",
      "^\\u0061*\\x61*\\u{61}*$",
    ],
  ])("but not for the regular expression %s", (matches) => {
    const fast = { path: "a.b", label: "B", kind: "text", pattern: { matches, message: "No." } };
    expect(errorsOf(JSON.stringify({ settings: [fast] }))).toEqual([]);
  });

  it("for a regular expression that takes too long for the length of its texts, which is shorter in lists", () => {
    const text = (matches: string, maxLength: number) =>
      errorsOf(entry({ kind: "text", label: "O", pattern: { matches, message: "No." }, maxLength }));
    const list = (pattern: string, maxLength: number) =>
      errorsOf(entry({ kind: "string-list", label: "O", items: { pattern, maxLength } }));
    const refused = [expect.stringMatching(/or lower maxLength\.$/)];
    expect([text("^a*a*$", 2_000), text("^a*a*a*$", 270), list("^a*a*$", 299)]).toEqual([[], [], []]);
    expect([text("^a*a*a*$", 271), list("^a*a*$", 300)]).toEqual([refused, refused]);
  });

  it("at the pattern of the setting that has it", () => {
    const slow = "(a+)+";
    const text = { path: "a.b", kind: "text", label: "B", pattern: { matches: slow, message: "No." } };
    const list = { path: "a.c", kind: "string-list", label: "C", items: { pattern: slow } };
    const found = errorsOf(JSON.stringify({ settings: [text, list] }, null, 1));
    expect(found.map((line) => /^\d+:\d+/.exec(line)?.[0])).toEqual(["8:5", "17:5"]);
  });

  it("with at most 20 errors", () => {
    const wrong = (count: number) =>
      Array.from({ length: count }, (_, nth) => ({ path: `a.b${nth}`, kind: "numbr", label: "B" }));
    expect(errorsOf(JSON.stringify({ settings: wrong(20) }))).toHaveLength(20);
    expect(errorsOf(JSON.stringify({ settings: wrong(21) }))).toHaveLength(20);
    expect(errorsOf(`[${"1 ".repeat(30)}]`).length).toBeLessThanOrEqual(20);
  });

  it("for a pattern for texts of more than 2,000 characters", () => {
    const long = { kind: "text", label: "O", pattern: { matches: "^a$", message: "No." } };
    expect(errorsOf(entry({ ...long, maxLength: 2_000 }))).toEqual([]);
    expect(errorsOf(entry({ ...long, maxLength: 2_001 }))).toEqual([
      expect.stringMatching(/^1:\d+: A text with a pattern can have at most 2000 characters/),
    ]);
  });

  it.each(["__proto__.a", "a.constructor", "toString"])("for a setting at %s", (path) => {
    const text = `{"settings":[{"path":"${path}","section":"a","label":"B","kind":"text"}]}`;
    expect(errorsOf(text)).toEqual([expect.stringContaining("cannot be settings")]);
  });

  it("for more than a mebibyte, before it is read", () => {
    expect(errorsOf('{"settings": []}'.padEnd(1024 * 1024))).toEqual([]);
    expect(errorsOf(" ".repeat(1024 * 1024 + 1))).toEqual([
      expect.stringContaining("at most 1048576 are read"),
    ]);
    expect(() => openEdition(folder)).toThrow(/is not a file/);
  });

  it("for a file that does not exist", () => {
    expect(() => openEdition(join(folder, "none.json"))).toThrow(
      /CONFIG_EDITION.*\n.*cannot be read \(ENOENT\)/,
    );
  });
});

describe("the data of editions", () => {
  it("includes the public server's own settings, which follow the schema", () => {
    expect(readEditionFile("lib/shared/settings/editions/public-server/settings.json").settings.length).toBe(
      50,
    );
  });

  it("has a documented JSON Schema", () => {
    expect(JSON.parse(readFileSync("docs/edition.schema.json", "utf8"))).toEqual(
      JSON.parse(JSON.stringify(z.toJSONSchema(editionFileSchema, { io: "input" }))),
    );
  });
});

it("an edition file that is not UTF-8 is refused with its path", () => {
  const path = join(folder, "edition.json");
  writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]));
  expect(() => readEditionFile(path)).toThrow(`  ${path}: The file is not UTF-8 text. Save it as UTF-8.`);
});

it("an edition file with many problems names the one at which reading stops", () => {
  const lines = errorsOf(`{${'"a": 1, '.repeat(30)}!`);
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).not.toContain("appears twice");
});
