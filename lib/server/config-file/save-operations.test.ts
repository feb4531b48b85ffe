import { expect, test } from "vitest";
import { byOperator } from "@/lib/shared/author";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { testFile } from "@/testing/config-file/test-file";
import { readAndRecord } from "./open-file";
import { previewOperations, saveOperations } from "./save-operations";

const SIGNING = "a signing secret of more than 32 bytes";

async function opened(content: unknown) {
  const { config, write, read } = await testFile();
  write(typeof content === "string" ? content : JSON.stringify(content, null, 2));
  const current = await readAndRecord(config);
  return {
    read,
    save: async (...operations: Operation[]) => {
      await saveOperations(config, { baseEtag: current.etag, author: byOperator("ada"), operations });
      return read();
    },
    preview: async (...operations: Operation[]) =>
      (await previewOperations(config, current, operations)).hunks ?? [],
  };
}

test("an element of a list keeps unrecognized keys that its new value lacks", async () => {
  const region = { id: "eu", name: "Europe", endpoint: "h:1", vip: false, custom: false, deprecated: false };
  const { save } = await opened({ regions: { available: [{ ...region, berth: 7 }] } });
  const value = [{ ...region, name: "Europa" }];
  expect(JSON.parse(await save({ op: "set", path: "regions.available", value }))).toEqual({
    regions: { available: [{ ...region, name: "Europa", berth: 7 }] },
  });
});

test("a key with null stays as it is if its setting is unset", async () => {
  const text = '{"general": {"image": null, "instanceName": "A"}}';
  const { save } = await opened(text);
  const operations: Operation[] = [
    { op: "unset", path: "general.image" },
    { op: "unset", path: "general.instanceName" },
  ];
  expect(await save(...operations)).toBe('{"general": {"image": null}}');
});

test("a preview marks only the secrets in the request as new", async () => {
  const smtp = { host: "mail.example", username: "u", password: "one-one" };
  const { preview } = await opened({
    email: { smtp },
    security: { jwtSecret: SIGNING, captcha: { secret: "t" } },
  });
  const [hunk, ...others] = await preview({ op: "set", path: "security.jwtSecret", value: SIGNING });
  expect(others).toEqual([]);
  const changed = hunk?.lines.filter(({ kind }) => kind !== "same").map(({ text }) => text.trim());
  expect(changed).toEqual(['"jwtSecret": "«secret»",', '"jwtSecret": "«new secret»",']);
});

test("a preview ends two lines after the last change, and begins at its lines in both texts", async () => {
  const { preview } = await opened({
    general: { instanceName: "A" },
    a: 1,
    b: 2,
    c: 3,
    d: 4,
    e: 5,
    f: 6,
    g: [],
  });
  const hunks = await preview(
    { op: "set", path: "general.image", value: "https://a.example/i" },
    { op: "set", path: "limits.user.maxBio", value: 7 },
  );
  expect(hunks.map(({ oldStart, newStart, lines }) => [oldStart, newStart, lines.length])).toEqual([
    [1, 1, 7],
    [9, 10, 10],
  ]);
});

test("a placeholder for a hidden credential is refused if none is stored", async () => {
  const { save, read } = await opened({});
  const path = "cdn.imageProxyServerUrl";
  await expect(save({ op: "set", path, value: "http://u:•••@h.example" })).rejects.toMatchObject({
    code: "invalid-settings",
    problems: [{ path, message: expect.stringContaining("Enter the credential.") }],
  });
  expect(read()).toBe("{}");
});

test("a refused preview names the setting and the reason", async () => {
  const { preview } = await opened({});
  await expect(preview({ op: "set", path: "limits.user.maxBio", value: "many" })).rejects.toMatchObject({
    message: expect.stringMatching(/number/),
    problems: [{ path: "limits.user.maxBio" }],
  });
});

test("a value keeps the spelling that it has in a file with two spellings", async () => {
  const { save } = await opened('{"sentry": {}, "gif": {"provider": "gifProvider1"}}');
  expect(JSON.parse(await save({ op: "set", path: "gif.provider", value: "gifProvider1" }))).toEqual({
    sentry: {},
    gif: { provider: "gifProvider1" },
  });
});

test("a group that is not an object is named by its neutral path, with all settings in it", async () => {
  const { save } = await opened('{"rabbitmq": "odd"}');
  await expect(save({ op: "set", path: "broker.host", value: "amqp://h.example" })).rejects.toMatchObject({
    message: expect.stringContaining("In the file, broker is not an object with settings."),
    problems: [{ path: "broker.host" }],
  });
});

test("a preview marks only the unrecognized key in the request as new", async () => {
  const { config, write } = await testFile();
  write('{\n "a": "one",\n "b": "two"\n}');
  const current = await readAndRecord(config);
  const { hunks } = await previewOperations(config, current, [], [{ path: "a", text: '"one"' }]);
  const changed = hunks?.flatMap(({ lines }) => lines.filter(({ kind }) => kind === "added"));
  expect(changed).toEqual([{ kind: "added", text: ' "a": "«new secret»",' }]);
});

test("a preview shows two of three lines after the last change, and all of a file with one line", async () => {
  const three = await opened('{\n "general": {"instanceName": "A"},\n "a": 1,\n "b": 2\n}');
  const [hunk] = await three.preview({ op: "set", path: "general.instanceName", value: "B" });
  expect(hunk?.lines.map(({ kind, text }) => [kind, text.trim()])).toEqual([
    ["same", "{"],
    ["removed", '"general": {"instanceName": "A"},'],
    ["added", '"general": {"instanceName": "B"},'],
    ["same", '"a": 1,'],
    ["same", '"b": 2'],
  ]);
  const one = await opened('{"general": {"instanceName":\r"A"}}\r\n');
  expect(await one.preview({ op: "set", path: "general.instanceName", value: "B" })).toEqual([
    {
      oldStart: 1,
      newStart: 1,
      lines: [
        { kind: "removed", text: '{"general": {"instanceName":\r"A"}}' },
        { kind: "added", text: '{"general": {"instanceName":\r"B"}}' },
      ],
    },
  ]);
});

test("a typed value is saved in its canonical form", async () => {
  const { save } = await opened("{}");
  expect(JSON.parse(await save({ op: "set", path: "limits.user.maxBio", value: "500" }))).toEqual({
    limits: { user: { maxBio: 500 } },
  });
});
