import { expect, it } from "vitest";
import { previewOperations } from "./save-operations";
import { readAndRecord } from "./open-file";
import { testFile } from "@/testing/config-file/test-file";

const text = `{
    "general": {
        "instanceName": "Harbor",
        "image": null
    },
    "security": {
        "jwtSecret": "the-old-signing-key-that-nobody-sees",
        "captcha": { "secret": "another-secret" }
    },
    "rabbitmq": { "host": "amqp://user:pass@10.0.0.1" }
}
`;

it("a preview shows the changed lines and the lines around them, and writes nothing", async () => {
  const file = await testFile();
  file.write(text);
  const { hunks } = await previewOperations(file.config, await readAndRecord(file.config), [
    { op: "set", path: "general.instanceName", value: "Harbour" },
  ]);
  expect(hunks).toEqual([
    {
      oldStart: 1,
      newStart: 1,
      lines: [
        { kind: "same", text: "{" },
        { kind: "same", text: '    "general": {' },
        { kind: "removed", text: '        "instanceName": "Harbor",' },
        { kind: "added", text: '        "instanceName": "Harbour",' },
        { kind: "same", text: '        "image": null' },
        { kind: "same", text: "    }," },
      ],
    },
  ]);
  expect(file.read()).toBe(text);
});

it.each([
  [4, [[1, 10]]],
  [
    5,
    [
      [1, 5],
      [6, 5],
    ],
  ],
])("a preview shows changes with %i lines between them as these parts", async (between, parts) => {
  const file = await testFile();
  const lines = Array.from({ length: between }, (_, nth) => `  "key${nth}": 1,\r\n`).join("");
  file.write(
    `{\r\n  "general": { "instanceName": "a" },\r\n${lines}  "limits": { "user": { "maxBio": 7 } }\r\n}\r\n`,
  );
  const { hunks } = await previewOperations(file.config, await readAndRecord(file.config), [
    { op: "set", path: "general.instanceName", value: "b" },
    { op: "set", path: "limits.user.maxBio", value: 8 },
  ]);
  expect(hunks?.map(({ newStart, lines: shown }) => [newStart, shown.length])).toEqual(parts);
  expect(hunks?.at(-1)?.lines.at(-1)).toEqual({ kind: "same", text: "}" });
});

it("a preview never shows a secret, whether the secret is unchanged, replaced or removed", async () => {
  const file = await testFile();
  file.write(text);
  const preview = await previewOperations(file.config, await readAndRecord(file.config), [
    { op: "set", path: "security.jwtSecret", value: "a-brand-new-signing-key-of-32-bytes-or-more" },
    { op: "unset", path: "broker.host" },
  ]);
  const shown = JSON.stringify(preview);
  for (const secret of ["the-old-signing-key", "another-secret", "amqp://", "a-brand-new"]) {
    expect(shown).not.toContain(secret);
  }
  const changed = (preview.hunks ?? []).flatMap(({ lines }) => lines.filter(({ kind }) => kind !== "same"));
  expect(changed.map(({ kind, text: line }) => `${kind} ${line.trim()}`)).toEqual(
    expect.arrayContaining(['removed "jwtSecret": "«secret»",', 'added "jwtSecret": "«new secret»",']),
  );
});

it("a preview is refused if the operations cannot be saved", async () => {
  const file = await testFile();
  file.write(text);
  const valid = await readAndRecord(file.config);
  const wrong = { op: "set" as const, path: "general.instanceName", value: 7 };
  await expect(previewOperations(file.config, valid, [wrong])).rejects.toThrow(
    expect.objectContaining({ code: "invalid-settings" }),
  );
  file.write("{ broken");
  const broken = await readAndRecord(file.config);
  await expect(
    previewOperations(file.config, broken, [{ op: "unset", path: "general.image" }]),
  ).rejects.toThrow(expect.objectContaining({ code: "config-unusable" }));
});

it("a preview shows no lines if too many lines changed", async () => {
  const file = await testFile();
  file.write(JSON.stringify({ guild: { defaultFeatures: ["BANNER"] } }, null, 2));
  const added = async (count: number) => {
    const value = Array.from({ length: count }, (_, index) => `FEATURE_${index}`);
    return (
      await previewOperations(file.config, await readAndRecord(file.config), [
        { op: "set", path: "guild.defaultFeatures", value },
      ])
    ).hunks;
  };
  expect(await added(500)).toHaveLength(1);
  expect(await added(1_500)).toBeNull();
});
