import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { byOperator } from "@/lib/shared/author";
import { type TestFile, testFile } from "@/testing/config-file/test-file";
import { describe as documentOf } from "./describe";
import { previewImport } from "./import-export";
import { readAndRecord } from "./open-file";
import { openOwnRules } from "./own-rules";
import { create } from "./prepare";
import { saveRaw } from "./raw-text";
import { revert, type Target } from "./revert";
import { saveOperations } from "./save-operations";

const author = byOperator("ada");
const message = "The charter promises 50 guilds.";
const rule = { id: "guild-room", expression: "limits.user.maxGuilds >= 50", message };
const text = (guilds: number, more = "") =>
  `{ "general": {${more}}, "limits": { "user": { "maxGuilds": ${guilds} } } }`;

async function opened(content: string, rules: unknown = { rules: [rule] }, isRequired = false) {
  const file = await testFile();
  const path = join(file.folder, "config.rules.json");
  const writeRules = (next: unknown) =>
    writeFileSync(path, typeof next === "string" ? next : JSON.stringify(next));
  if (rules !== null) writeRules(rules);
  const config = file.again({ ownRules: openOwnRules({ path, isRequired }) });
  file.write(content);
  const current = () => readAndRecord(config);
  const request = async () => ({ baseEtag: (await current()).etag, author });
  await current();
  return {
    ...{ ...file, config, path, writeRules, current },
    set: async (...[to, value]: [string, unknown]) =>
      saveOperations(config, { ...(await request()), operations: [{ op: "set", path: to, value }] }),
    raw: async (next: string) => saveRaw(config, { ...(await request()), text: next }),
    revert: async (to: Target, only?: string[]) => revert(config, { ...(await request()), to, only }),
    problems: async () => (await documentOf(config, await current())).problems,
  };
}

const refusal = {
  code: "invalid-settings",
  message: `${message} (rule “guild-room”) Nothing was saved.`,
  problems: [
    { path: "limits.user.maxGuilds", code: "own/guild-room", message: `${message} (rule “guild-room”)` },
  ],
};

async function expectRefused(file: TestFile, work: () => Promise<unknown>) {
  const before = file.read();
  await expect(work()).rejects.toMatchObject(refusal);
  expect(file.read()).toBe(before);
}

describe("a rule of the operator's", () => {
  it("refuses a save below its limit, and allows the limit", async () => {
    const file = await opened(text(60));
    await expectRefused(file, () => file.set("limits.user.maxGuilds", 49));
    await file.set("limits.user.maxGuilds", 50);
    const without = await opened(text(60), null);
    expect((await documentOf(file.config, await file.current())).rules).toMatchObject([rule]);
    expect(await documentOf(without.config, await without.current())).not.toHaveProperty("rules");
    expect(file.read()).toContain('"maxGuilds": 50');
  });

  it("refuses the raw text, and lists its error in the preview of an import", async () => {
    const file = await opened(text(60));
    await expectRefused(file, () => file.raw(text(49)));
    const { contradictions, operations } = await previewImport(file.config, await file.current(), text(49));
    expect(operations).toHaveLength(1);
    expect(contradictions).toMatchObject([{ path: "limits.user.maxGuilds", rule: "own/guild-room" }]);
    expect((await previewImport(file.config, await file.current(), text(50))).contradictions).toEqual([]);
    await file.raw(text(50));
  });

  it("refuses every way back: a version, one of its settings, a change, and the last save", async () => {
    const file = await opened(text(49), null);
    const { etag } = await file.current();
    await file.set("limits.user.maxGuilds", 60);
    file.writeRules({ rules: [rule] });
    await expectRefused(file, () => file.revert({ version: 1 }));
    await expectRefused(file, () => file.revert({ version: 1 }, ["limits.user.maxGuilds"]));
    await expectRefused(file, () => file.revert({ change: 2 }));
    await expectRefused(file, () => file.revert({ save: etag }));
  });

  it("does not refuse the rollback of an apply", async () => {
    const file = await opened(text(49), null);
    const { version } = await file.current();
    await file.set("limits.user.maxGuilds", 60);
    file.writeRules({ rules: [rule] });
    await file.revert({ bytes: version!.bytes });
    expect(file.read()).toContain('"maxGuilds": 49');
  });

  it("does not block other changes if the file already breaks it, and is a problem of the file", async () => {
    const file = await opened(text(10));
    await file.set("general.instanceName", "Harbor");
    expect(await file.problems()).toContainEqual(
      expect.objectContaining({ path: "limits.user.maxGuilds", severity: "error", rule: "own/guild-room" }),
    );
    await file.set("limits.user.maxGuilds", 50);
    await expectRefused(file, () => file.set("limits.user.maxGuilds", 49));
  });

  it("also holds for the text that repairs a broken file", async () => {
    const file = await opened(text(60));
    file.write("{");
    await expectRefused(file, () => file.raw(text(49)));
    await file.raw(text(50));
  });

  it("never blocks as a warning", async () => {
    const file = await opened(text(60), { rules: [{ ...rule, severity: "warning" }] });
    await file.set("limits.user.maxGuilds", 1);
    expect(await file.problems()).toContainEqual(
      expect.objectContaining({ severity: "warning", rule: "own/guild-room" }),
    );
  });

  it("takes effect as soon as the rules file changes", async () => {
    const file = await opened(text(60), null);
    await file.set("limits.user.maxGuilds", 20);
    file.writeRules({ rules: [rule] });
    await file.set("limits.user.maxGuilds", 55);
    await expectRefused(file, () => file.set("limits.user.maxGuilds", 20));
    rmSync(file.path);
    await file.set("limits.user.maxGuilds", 20);
  });

  it("does not prevent a missing file from being created", async () => {
    const file = await opened(text(60), { rules: [{ ...rule, expression: "limits.user.maxGuilds > 9000" }] });
    rmSync(file.config.path);
    await create(file.again({ ownRules: file.config.ownRules }), { author });
  });
});

describe("a rules file that cannot be used", () => {
  it.each<[string, unknown, RegExp]>([
    ["is not JSON", "{", /config\.rules\.json are not checked: .* Fix the file; saving stays possible/],
    ["has an unknown member", { rules: [], rule: [] }, /not checked: .*rule/],
    [
      "has two rules with one id",
      { rules: [rule, rule] },
      /rules: Two rules have the same id\. Rename one\./,
    ],
    [
      "has a severity that does not exist",
      { rules: [{ ...rule, severity: "fatal" }] },
      /rules\.0\.severity: /,
    ],
    [
      "has more than 100 rules",
      { rules: Array.from({ length: 101 }, (_, id) => ({ ...rule, id: `r${id}` })) },
      /at most 100/,
    ],
    ["is too large", `{ "rules": [] ${" ".repeat(256 * 1024)}}`, /more than 262144 bytes/],
  ])("is a problem, and saving stays possible, if it %s", async (_, rules, problem) => {
    const file = await opened(text(60), rules);
    expect(await file.problems()).toContainEqual({
      severity: "error",
      message: expect.stringMatching(problem),
    });
    await file.set("limits.user.maxGuilds", 5);
  });

  it("is named with the place of the fault, and with one period", async () => {
    const words = async (rules: unknown) =>
      (await (await opened(text(60), rules)).problems()).flatMap(({ message: why }) =>
        why.includes("are not checked")
          ? [why.replace(/^.*are not checked: (.*) Fix the file;.*$/, "$1")]
          : [],
      );
    expect(await words({ rules: [rule, rule] })).toEqual(["rules: Two rules have the same id. Rename one."]);
    expect(await words([])).toEqual(["Invalid input: expected object, received array."]);
    const [why] = await words("{");
    expect(why).toMatch(/[^.]\.$/);
    const longest = (size: number) => JSON.stringify({ rules: [rule] }).padEnd(size);
    expect(await words(longest(256 * 1024))).toEqual([]);
    expect(await words(longest(256 * 1024 + 1))).toEqual(["The file has more than 262144 bytes."]);
  });

  it("is a problem if CONFIG_RULES names a file that does not exist, but not if the default file does not", async () => {
    const missing = { severity: "error", message: expect.stringContaining("ENOENT") };
    expect(await (await opened(text(60), null, true)).problems()).toContainEqual(missing);
    expect(await (await opened(text(60), null, false)).problems()).not.toContainEqual(missing);
  });

  it("is a problem if one rule is wrong, and the other rules are still checked", async () => {
    const file = await opened(text(60), {
      rules: [{ ...rule, id: "typo", expression: "limits.guilds > 1" }, rule],
    });
    expect(await file.problems()).toContainEqual({
      severity: "error",
      message: expect.stringMatching(
        /^The rule “typo” cannot be used: There is no setting limits\.guilds\. It is in /,
      ),
    });
    await expectRefused(file, () => file.set("limits.user.maxGuilds", 49));
  });
});

describe("a rules file", () => {
  it("that cannot be reached is reported, but one that is missing is not", async () => {
    const file = await testFile();
    file.write("{}");
    const problemAt = (path: string) => openOwnRules({ path, isRequired: false }).now().problem;
    expect(problemAt(join(file.folder, "config.rules.json"))).toBeNull();
    expect(problemAt(join(file.config.path, "config.rules.json"))).toMatch(/are not checked: ENOTDIR/);
  });

  it("without problems adds none to the document, and one of the wrong shape says what is expected", async () => {
    const { problems, writeRules } = await opened(text(60));
    const own = async () => (await problems()).filter(({ message: words }) => /rules/i.test(words));
    expect((await problems()).filter(({ severity }) => severity === "error")).toEqual([]);
    writeRules({ rules: 5 });
    expect(await own()).toMatchObject([{ message: expect.stringContaining("expected array") }]);
  });
});
