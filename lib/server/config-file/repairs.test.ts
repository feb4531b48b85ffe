import { describe as suite, expect, test } from "vitest";
import { byOperator } from "@/lib/shared/author";
import type { Problem, Repair } from "@/lib/shared/contract/config-snapshot";
import { testFile } from "@/testing/config-file/test-file";
import { describe } from "./describe";
import { readAndRecord } from "./open-file";
import { needsRepair, structureProblems } from "./repairs";
import { saveOperations } from "./save-operations";
import { Version } from "./version";

function versionOf(content: string | object): Version {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const version = Version.parse(Buffer.from(text));
  if (!version.usable) throw new Error(version.problems[0]?.message);
  return version;
}

const problemsOf = (content: string | object, path?: string): Problem[] =>
  structureProblems(versionOf(content)).filter((problem) => path === undefined || problem.path === path);

const repairOf = (problem: Problem | undefined): Repair | undefined =>
  problem?.fix && "repair" in problem.fix ? problem.fix.repair : undefined;

async function repair(content: string, ...repairs: Repair[]): Promise<string> {
  const { config, write, read } = await testFile();
  write(content);
  const { etag } = await readAndRecord(config);
  await saveOperations(config, { baseEtag: etag, author: byOperator("ada"), operations: [], repairs });
  return read();
}

suite("repeated keys", () => {
  const notes = '{"//": "one", "general": {"//": "a", "//": "b", "instanceName": "Harbor"}, "//": "two"}';

  test("that are not settings cause a warning, and leave all settings editable", async () => {
    expect(problemsOf(notes)).toMatchObject([
      { severity: "warning", message: expect.stringMatching(/twice \(lines 1 and 1\)/) },
      { severity: "warning", message: expect.stringContaining('general["//"]') },
    ]);
    const { config, write, read } = await testFile();
    write(notes);
    const current = await readAndRecord(config);
    expect((await describe(config, current)).file).toMatchObject({ state: "usable", readOnly: null });
    const operations = [{ op: "set" as const, path: "general.instanceName", value: "Haven" }];
    await saveOperations(config, { baseEtag: current.etag, author: byOperator("ada"), operations });
    expect(read()).toBe(notes.replace("Harbor", "Haven"));
  });

  test("of a setting cause an error at this setting, with both places and a repair", async () => {
    const text = '{"general": {\n"instanceName": "Old",\n"serverName": "a.example",\n"instanceName": "New"}}';
    const [problem, ...others] = problemsOf(text, "general.instanceName");
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ severity: "error", line: 4, fix: { label: "Keep the last" } });
    expect(problem?.message).toContain("twice (lines 2 and 4)");
    expect(versionOf(text).rawOf("general.instanceName")).toBe("New");
    expect(await repair(text, repairOf(problem)!)).toBe(
      '{"general": {\n"serverName": "a.example",\n"instanceName": "New"}}',
    );
  });

  test("of a group cause an error at the group", () => {
    const [problem] = problemsOf('{"general": {"instanceName": "A"}, "general": {}}', "general");
    expect(problem).toMatchObject({
      severity: "error",
      fix: { repair: { kind: "keep-last", path: "general" } },
    });
  });
});

test("a repair concerns only the key at its path", async () => {
  const text = '{"odd": 1, "general_serverName": "a.example", "general": {"serverName": "b.example"}}';
  const problem = problemsOf(text, "general.serverName").find((one) => repairOf(one));
  expect(repairOf(problem)).toEqual({ kind: "remove", path: "general_serverName" });
  expect(await repair(text, repairOf(problem)!)).toBe('{"odd": 1, "general": {"serverName": "b.example"}}');
  const repeated = '{"a": 1, "a": 2, "b": 3, "b": 4}';
  expect(await repair(repeated, { kind: "keep-last", path: "b" })).toBe('{"a": 1, "a": 2, "b": 4}');
  for (const kind of ["keep-last", "remove", "move"] as const)
    await expect(repair(repeated, { kind, path: "c" })).rejects.toMatchObject({ code: "not-found" });
  expect(problemsOf('{"a": 1, "a": 2,\n"a": 3}')[0]).toMatchObject({
    line: 2,
    message: expect.stringContaining("3 times (lines 1, 1, and 2)"),
  });
});

suite("keys that are not settings", () => {
  test.each([
    ["a typing error", { security: { forwadedFor: "X-Forwarded-For" } }, "security.forwardedFor", "move"],
    ["an old name", { cdn: { gatewayPublic: "wss://g.example.org" } }, "gateway.endpointPublic", "move"],
    ["an opposite", { limits: { rate: { disabled: true } } }, "limits.rate.enabled", "move"],
    ["underscores", { general_serverName: "chat.example.org" }, "general.serverName", "move"],
    ["dots", { "general.instanceName": "Harbor" }, "general.instanceName", "move"],
    ["other letter case", { general: { InstanceName: "Harbor" } }, "general.instanceName", "move"],
    [
      "a setting that is set separately",
      { security: { forwadedFor: "X-A", forwardedFor: "X-B" } },
      "security.forwardedFor",
      "remove",
    ],
  ])("with %s name the setting that was meant", (_, content, path, kind) => {
    const found = problemsOf(content, path).map(repairOf);
    expect(found).toMatchObject([{ kind }]);
  });

  test.each([
    [{ _comment: "x", "//": "y", general: { $note: 1 } }],
    [{ kafka: { brokers: "a" }, client: { buoys: { upstream: "x" } } }],
    [{ gateway: { endpoint: null } }],
    [{ general: { named: "too different" } }],
  ])("are not taken for a setting in %j", (content) => {
    expect(problemsOf(content).filter((problem) => repairOf(problem))).toEqual([]);
  });

  test("can be moved to the setting, with the opposite value if the meaning is opposite", async () => {
    expect(
      await repair('{"limits": {"rate": {"disabled": true, "x": 1}}}', {
        kind: "move",
        path: "limits.rate.disabled",
      }),
    ).toBe('{"limits": {"rate": {"x": 1, "enabled": false}}}');
    expect(
      await repair('{\n  "general_serverName": "chat.example.org",\n  "general": {}\n}', {
        kind: "move",
        path: "general_serverName",
      }),
    ).toContain('"serverName": "chat.example.org"');
  });

  test.each([
    ['{\n  "secuirty": { "ratio": 1.50 }\n}', "security", "secuirty"],
    ['{"limit": {"user": {}}}', "limits", "limit"],
    ['{"General": {"instanceName": "Harbor"}}', "general", "General"],
    ['{"register": {"passwrod": {"required": true}}}', "register.password", "register.passwrod"],
  ])("with an object name the group that was meant, and are renamed: %s", async (text, path, key) => {
    const [problem, ...others] = problemsOf(text, path);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ severity: "warning", fix: { label: "Rename the key" } });
    const [old = "", now = ""] = [key, path].map((one) => one.split(".").at(-1));
    expect(await repair(text, { kind: "move", path: key })).toBe(text.replace(`"${old}"`, `"${now}"`));
  });

  test("with an object are not renamed to a group that is there, and short or distant keys mean nothing", () => {
    const [problem] = problemsOf({ secuirty: {}, security: {} }, "security");
    expect([problem?.fix, problem?.message]).toEqual([undefined, expect.stringContaining("is there too")]);
    expect(problemsOf({ mail: {}, registration: {}, cnd: {} })).toEqual([]);
  });

  test("cannot be moved if their value does not fit", () => {
    const [problem] = problemsOf({ limits: { rate: { disabled: "maybe" } } }, "limits.rate.enabled");
    expect([problem?.fix, problem?.message]).toEqual([undefined, expect.stringMatching(/does not fit/)]);
  });

  test("are not moved over a setting that is set", async () => {
    const move = { kind: "move", path: "general.instanceNmae" } as const;
    await expect(
      repair('{"general": {"instanceNmae": "Typo", "instanceName": "Harbor"}}', move),
    ).rejects.toMatchObject({ code: "not-found" });
    expect(await repair('{"general": {"instanceNmae": "Typo", "instanceName": null}}', move)).toBe(
      '{"general": {"instanceName": "Typo"}}',
    );
  });

  test("are not moved twice", async () => {
    await expect(repair("{}", { kind: "move", path: "general_serverName" })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  test("of the public server reveal its naming, unless the file shows another", () => {
    const own = { security: { cdnSignUrls: true }, user: { blockedEquals: ["root"] } };
    expect(versionOf(own).naming).toBe("branded");
    expect(versionOf({ ...own, broker: { host: "x" } }).naming).toBe("neutral");
  });
});

suite("a repair is needed", () => {
  const text =
    '{"register": "odd", "general": {}, "a": 1, "b": 2, "b": 3, "d": 4, "d": 5, "limits": {"user": null}}';
  test.each<[Repair["kind"], string, boolean]>([
    ["keep-last", "b", true],
    ["keep-last", "a", false],
    ["move", "a", true],
    ["remove", "a", true],
    ["remove", "c", false],
    ["move", "register", false],
    ["remove", "register", true],
    ["remove", "general", false],
    ["remove", "limits.user", true],
    ["remove", "email", false],
    ["remove", "register.allowNewRegistration", false],
  ])("by %s at %s: %s", (kind, path, expected) => {
    expect(needsRepair(versionOf(text), { kind, path })).toBe(expected);
  });
});

suite("a value at a key with a typing error", () => {
  test("is moved as it is, and no group is created from a value", async () => {
    const move = (path: string) => ({ kind: "move", path }) as const;
    expect(await repair('{"login": {"requireCaptha": true}}', move("login.requireCaptha"))).toBe(
      '{"login": { "requireCaptcha": true }}',
    );
    expect(problemsOf({ generl: 5 })).toEqual([]);
    await expect(repair('{"generl": 5}', move("generl"))).rejects.toMatchObject({ code: "not-found" });
    const both = '{"generl": {"instanceName": "A"}, "general": {}}';
    await expect(repair(both, move("generl"))).rejects.toMatchObject({ code: "not-found" });
  });

  test("that is stated three times has its problem at the last one", () => {
    const times = '{"general": {\n"instanceName": "A",\n"instanceName": "B",\n"instanceName": "C"}}';
    expect(problemsOf(times, "general.instanceName")).toMatchObject([{ line: 4 }]);
  });
});
