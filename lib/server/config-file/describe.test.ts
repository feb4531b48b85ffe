import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe as suite, expect, test } from "vitest";
import { byOperator } from "@/lib/shared/author";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { testFile } from "@/testing/config-file/test-file";
import { describe, settingsFor } from "./describe";
import { chooseNaming } from "./naming-choice";
import { attributesUnknown } from "./disk/attributes";
import { readAndRecord } from "./open-file";
import { saveOperations } from "./save-operations";

async function opened(text: string, options: Parameters<typeof testFile>[0] = {}) {
  const file = await testFile(options);
  file.write(text);
  const document = async () => describe(file.config, await readAndRecord(file.config));
  const save = async (...operations: Operation[]) =>
    saveOperations(file.config, {
      baseEtag: (await readAndRecord(file.config)).etag,
      author: byOperator("ada"),
      operations,
    });
  await document();
  return { ...file, document, save };
}

suite("the document of a file", () => {
  test("says that changes can be composed only if CONFIG_READONLY is set", async () => {
    const { document, again } = await opened("{}");
    expect((await document()).file).not.toHaveProperty("canCompose");
    const fixed = again({ readOnly: true });
    expect((await describe(fixed, await readAndRecord(fixed))).file).toMatchObject({ canCompose: true });
  });

  test("shows unrecognized values of up to 1,000 characters that contain no text", async () => {
    const within = `[10${",2".repeat(498)}]`;
    const beyond = within.replace("]", "3]");
    expect(beyond).toHaveLength(1_001);
    const { document } = await opened(
      `{"a": [1, "x"], "b": {"c": ["x"]}, "d": ${within}, "e": ${beyond}, "f": [1, true]}`,
    );
    const { shown, unknown } = await document();
    expect(unknown).toEqual(["a", "b", "d", "e", "f"]);
    expect(shown).toEqual({ d: within, f: "[1, true]" });
  });

  test("contains the spelling of only those settings that the file spells differently", async () => {
    const { document } = await opened('{"rabbitmq": {}}');
    const { spelling } = await document();
    expect(spelling["broker.host"]).toBe("rabbitmq.host");
    expect(spelling).not.toHaveProperty(["general.instanceName"]);
  });

  test("of a missing file has the chosen spelling, and says that the file is missing", async () => {
    const { config, again } = await testFile();
    const named = again({ naming: "branded" });
    const found = async (file: typeof config) => describe(file, await readAndRecord(file));
    expect([(await found(config)).naming, (await found(named)).naming]).toEqual(["neutral", "branded"]);
    expect((await found(config)).problems[0]).toMatchObject({
      severity: "error",
      message: expect.stringMatching(/^There is no file at this path/),
    });
    await chooseNaming(config, "branded");
    expect((await found(config)).naming).toBe("branded");
  });

  test("says whether the values of a broken file come from an earlier version or are the defaults", async () => {
    const { config, document, write, again } = await opened('{"limits": {"user": {"maxBio": 7}}}');
    write("{");
    const earlier = "The settings below come from the last readable version.";
    expect((await document()).problems).toContainEqual({ severity: "warning", message: earlier });
    // A restarted process reads that version from the database.
    const restarted = again();
    expect((await describe(restarted, await readAndRecord(restarted))).problems).toContainEqual({
      severity: "warning",
      message: earlier,
    });
    await config.db.deleteFrom("config_revisions").execute();
    const unknown = again();
    const current = await readAndRecord(unknown);
    expect((await describe(unknown, current)).problems).toContainEqual({
      severity: "warning",
      message: "There is no earlier version, so the settings below are the defaults.",
    });
    await expect(settingsFor(unknown, current)).rejects.toMatchObject({
      code: "config-unreadable",
      message: expect.stringMatching(/is not usable\. The file is cut off/),
    });
  });
});

suite("an undone value in the document", () => {
  const before =
    '{"general": {"image": "https://a.example/i"}, "email": {"smtp": {"password": "one-one-one"}}}';
  const after = (text: string) => JSON.stringify(JSON.parse(text), null, 2);

  test("can be applied again, also if it was unset, but not a secret", async () => {
    const { document, save, write } = await opened(before);
    await save({ op: "unset", path: "general.image" }, { op: "unset", path: "email.smtp.password" });
    write(after(before));
    const undone = (await document()).problems.filter(({ code }) => code === "undone");
    expect(undone.map(({ path }) => path).toSorted()).toEqual(["email.smtp.password", "general.image"]);
    const at = (path: string) => undone.find((one) => one.path === path);
    const operations = [{ op: "unset", path: "general.image" }];
    expect(at("general.image")).toMatchObject({ fix: { label: "Apply again", operations } });
    expect(at("email.smtp.password")).not.toHaveProperty("fix");
  });
});

suite("a document of a broken file", () => {
  test("has the last values even if the history was deleted, and no unrecognized keys if there are none", async () => {
    const { config, document, write, again } = await opened('{"odd": 1, "limits": {"user": {"maxBio": 7}}}');
    write("{");
    await config.db.deleteFrom("config_revisions").execute();
    expect(await document()).toMatchObject({ unknown: ["odd"], values: { limits: { user: { maxBio: 7 } } } });
    const restarted = again();
    expect((await describe(restarted, await readAndRecord(restarted))).unknown).toEqual([]);
  });

  test("lists no values that another program undid before", async () => {
    const { document, save, write } = await opened('{"limits": {"user": {"maxBio": 7}}}');
    await save({ op: "set", path: "limits.user.maxBio", value: 8 });
    const rewritten = '{ "limits": {"user": {"maxBio": 7}}}';
    write(rewritten);
    const undone = async () => (await document()).problems.filter(({ code }) => code === "undone");
    expect(await undone()).toHaveLength(1);
    write(`${rewritten},`);
    expect(await undone()).toEqual([]);
  });
});

test("the document advises an own entry if the instance fills an empty list", async () => {
  const { document, save, write } = await opened('{"user": {"blockedEquals": ["everyone", "here"]}}');
  const path = "user.blockedEquals";
  await save({ op: "set", path, value: [] });
  write('{ "user": {"blockedEquals": ["everyone", "here"]}}');
  const problem = (await document()).problems.find((one) => one.path === path);
  expect(problem?.message).toContain("Add at least one entry of your own to prevent that.");
  expect(problem).not.toHaveProperty("fix");
});

test("the document warns if attributes cannot be copied, or the file is in a volume of Kubernetes", async () => {
  const { config, document, folder, again } = await opened("{}");
  const messages = async () => (await document()).problems.map(({ message }) => message);
  expect(await messages()).not.toContainEqual(expect.stringMatching(/Kubernetes|attributes/));
  config.state.attributesUnknown = true;
  expect(await messages()).toContain(attributesUnknown);
  mkdirSync(join(folder, "..2026"));
  writeFileSync(join(folder, "..2026", "config.json"), "{}");
  symlinkSync(join(folder, "..2026", "config.json"), join(folder, "mounted.json"));
  const mounted = again({ path: join(folder, "mounted.json") });
  expect((await describe(mounted, await readAndRecord(mounted))).problems).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining("Kubernetes volume") }),
  );
});

test("the document of a copy says that it began a new history", async () => {
  const { config, folder, again } = await opened("{}");
  const copy = again({ path: join(folder, "copy.json") });
  copyFileSync(config.path, copy.path);
  expect((await describe(copy, await readAndRecord(copy))).problems).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining("this file began a new history") }),
  );
});

test("the document of a file that broke right after a save has the saved values", async () => {
  const { document, save, write } = await opened('{"limits": {"user": {"maxBio": 7}}}');
  await save({ op: "set", path: "limits.user.maxBio", value: 8 });
  write("{");
  expect((await document()).values).toMatchObject({ limits: { user: { maxBio: 8 } } });
});
