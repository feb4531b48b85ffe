import { byOperator } from "@/lib/shared/author";
import { describe as suite, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { describe } from "./describe";
import { readAndRecord } from "./open-file";
import { saveOperations } from "./save-operations";
import { valueOfKey } from "./key-edits";
import { testFile } from "@/testing/config-file/test-file";

const text = `{
    "general": { "instanceName": "Harbor", "x.y": 1 },
    "harbor": {
        "pier": [1, 2],
        "id": 12345678901234567890
    },
    "lights": true
}
`;

async function opened() {
  const file = await testFile();
  file.write(text);
  const { etag } = await readAndRecord(file.config);
  return { file, base: { baseEtag: etag, author: byOperator("keeper") } };
}

suite("unrecognized keys", () => {
  it("can be read one at a time, as written but without the outer indentation", async () => {
    const { file } = await opened();
    expect(valueOfKey(await readAndRecord(file.config), "harbor")).toMatchObject({
      text: '{\n    "pier": [1, 2],\n    "id": 12345678901234567890\n}',
    });
    expect(valueOfKey(await readAndRecord(file.config), 'general["x.y"]').text).toBe("1");
  });

  it("can be changed without changing any other byte", async () => {
    const { file, base } = await opened();
    await saveOperations(file.config, {
      ...base,
      operations: [],
      keys: [{ path: 'general["x.y"]', text: ' {"a": 12345678901234567890} ' }],
    });
    expect(file.read()).toBe(text.replace('"x.y": 1', '"x.y": {"a": 12345678901234567890}'));
  });

  it("stay unchanged if their displayed text is saved", async () => {
    const { file, base } = await opened();
    const shown = valueOfKey(await readAndRecord(file.config), "harbor");
    await saveOperations(file.config, {
      ...base,
      operations: [],
      keys: [{ path: "harbor", text: shown.text }],
    });
    expect(file.read()).toBe(text);
    await saveOperations(file.config, {
      ...base,
      operations: [],
      keys: [{ path: "harbor", text: shown.text.replace("[1, 2]", "[1.50]") }],
    });
    expect(file.read()).toBe(text.replace("[1, 2]", "[1.50]"));
  });

  it("are removed together with their line", async () => {
    const { file, base } = await opened();
    await saveOperations(file.config, { ...base, operations: [], keys: [{ path: "lights", text: null }] });
    expect(file.read()).toBe(text.replace(',\n    "lights": true', ""));
  });

  it("are in the document unless they contain text", async () => {
    const { config, write } = await testFile();
    write(
      '{"lamp": true, "range": 12, "gates": [1, 2.50], "none": null, "pier": "7", "crew": {"age": 3, "cook": "x"}}',
    );
    const { unknown, shown } = await describe(config, await readAndRecord(config));
    expect(unknown).toEqual(["lamp", "range", "gates", "none", "pier", "crew"]);
    expect(shown).toEqual({ lamp: "true", range: "12", gates: "[1, 2.50]", none: "null" });
  });

  it("do not include settings, groups of settings or missing keys", async () => {
    const { file, base } = await opened();
    for (const path of ["general.instanceName", "general", "harbor.pier", "nothing"]) {
      const current = await readAndRecord(file.config);
      expect(() => valueOfKey(current, path)).toThrow(expect.objectContaining({ code: "not-found" }));
      const saved = saveOperations(file.config, { ...base, operations: [], keys: [{ path, text: "1" }] });
      await expect(saved).rejects.toMatchObject({ code: "not-found" });
    }
    expect(file.read()).toBe(text);
  });

  it("can be saved together in any order", async () => {
    const { file, base } = await opened();
    const keys = [
      { path: 'general["x.y"]', text: "[\n    2\n]" },
      { path: "lights", text: "false" },
      { path: "harbor", text: null },
    ];
    await saveOperations(file.config, { ...base, operations: [], keys });
    expect(file.read()).toBe(`{
    "general": { "instanceName": "Harbor", "x.y": [
        2
    ] },
    "lights": false
}
`);
  });

  it("are saved together with settings as one version, or not at all", async () => {
    const { file, base } = await opened();
    const operations = [{ op: "set", path: "general.instanceName", value: "Pier" } as const];
    const keys = [
      { path: "lights", text: null },
      { path: 'general["x.y"]', text: "2" },
    ];
    await expect(
      saveOperations(file.config, { ...base, operations, keys: [...keys, { path: "nothing", text: "1" }] }),
    ).rejects.toMatchObject({ code: "not-found" });
    expect(file.read()).toBe(text);
    await saveOperations(file.config, { ...base, operations, keys });
    expect(file.read()).toBe(
      text.replace("Harbor", "Pier").replace('"x.y": 1', '"x.y": 2').replace(',\n    "lights": true', ""),
    );
    expect((await file.config.records.find({ limit: 10 })).length).toBe(2);
  });

  it("cause a conflict if another program has changed one of the keys", async () => {
    const { file, base } = await opened();
    file.write(text.replace("[1, 2]", "[1]"));
    const keys = [
      { path: "harbor", text: "{}" },
      { path: "lights", text: "1" },
    ];
    await expect(saveOperations(file.config, { ...base, operations: [], keys })).rejects.toMatchObject({
      code: "config-changed",
      details: { conflicts: ["harbor"] },
    });
  });

  it("are not saved if their JSON is invalid or the version is stale", async () => {
    const { file, base } = await opened();
    const refused = await saveOperations(file.config, {
      ...base,
      operations: [],
      keys: [{ path: "lights", text: "{\n  oops" }],
    }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect((refused as AppError).problems).toEqual([
      { path: "lights", message: expect.stringMatching(/^Line 2, column 3: /) as string },
    ]);
    file.write(text.replace("true", "false"));
    await expect(
      saveOperations(file.config, { ...base, operations: [], keys: [{ path: "lights", text: "1" }] }),
    ).rejects.toMatchObject({
      code: "config-changed",
    });
  });
});
