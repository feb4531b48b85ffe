import { byOperator } from "@/lib/shared/author";
import { readFileSync } from "node:fs";
import { describe as suite, expect, test } from "vitest";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { fields } from "@/lib/shared/settings/registry";
import { saveOperations } from "./save-operations";
import { readAndRecord } from "./open-file";
import { describe } from "./describe";
import { detectNaming, locate, neutralValue, spell, spelledValue, toNeutral } from "./naming";
import { Version } from "./version";
import { testFile } from "@/testing/config-file/test-file";

test("a setting's path stays the same if it is converted to any naming and back", () => {
  for (const { path } of fields) {
    for (const naming of ["neutral", "branded"] as const) expect(toNeutral(spell(path, naming))).toBe(path);
  }
  expect(spell("email.emailApi2.apiSecret", "branded")).toEqual(["email", "mailjet", "apiSecret"]);
  expect(toNeutral(["security", "ipdataApiKey"])).toBe("security.geoipApiKey");
  for (const segments of [["a.b"], ["a.b", "c"]]) expect(toNeutral(segments)).toBeNull();
});

test("a new option value follows the naming of the old value", () => {
  expect(neutralValue("gif.provider", "tenor")).toBe("gifProvider1");
  expect(neutralValue("general.instanceName", "tenor")).toBe("tenor");
  expect(neutralValue("gif.provider", "other")).toBe("other");
  expect(spelledValue("security.captcha.service", "captchaService2", "branded")).toBe("hcaptcha");
  expect(spelledValue("security.captcha.service", "captchaService2", "branded", "captchaService1")).toBe(
    "captchaService2",
  );
  expect(spelledValue("email.provider", "smtp", "branded")).toBe("smtp");
});

suite("the naming of a file", () => {
  const detect = (text: string, choice?: "neutral" | "branded") => {
    const parsed = Version.parse(Buffer.from(text));
    if (!parsed.usable) throw new Error("not usable");
    return detectNaming(parsed.text, parsed.root, { choice });
  };
  test.each<[string, "neutral" | "branded" | undefined, string]>([
    ["{}", undefined, "neutral"],
    ["{}", "branded", "branded"],
    ['{"rabbitmq": {}}', undefined, "branded"],
    ['{"limits": {"channel": {"maxName": 32}}}', undefined, "branded"],
    ['{"offload": {}}', undefined, "branded"],
    ['{"rabbitmq": {}}', "neutral", "branded"],
    ['{"errorTracking": {}}', "branded", "neutral"],
    ['{"email": {"provider": "mailjet"}}', undefined, "branded"],
    ['{"email": {"provider": "smtp"}}', undefined, "neutral"],
    ['{"gif": {"provider": "gifProvider1"}}', "branded", "neutral"],
    ['{"rabbitmq": {}, "errorTracking": {}}', undefined, "branded"],
    ['{"rabbitmq": {}, "errorTracking": {}}', "neutral", "neutral"],
  ])("%s with CONFIG_NAMING %s has the naming %s", (text, choice, naming) =>
    expect(detect(text, choice).naming).toBe(naming),
  );

  test("is detected as branded in both fixture files with branded names", () => {
    for (const name of ["branded-partial", "branded-full"]) {
      expect(detect(readFileSync(`e2e/fixtures/${name}.json`, "utf8")).naming).toBe("branded");
    }
  });

  test.each([
    ["{}", false],
    ['{"general": {}}', false],
    ['{"offload": {}}', true],
    ['{"rabbitmq": {}}', true],
    ['{"rabbitmq": {}, "errorTracking": {}}', true],
  ])("is shown by %s: %s", (text, isShown) => expect(detect(text).isShown).toBe(isShown));
});

test.each([
  ["a value before null", '{"rabbitmq": {"host": null}, "broker": {"host": "x"}}', "broker"],
  ["null before nothing", '{"broker": {"host": null}}', "broker"],
  ["null before an empty group", '{"broker": {"host": null}, "rabbitmq": {}}', "broker"],
  [
    "the file's naming if both are null",
    '{"rabbitmq": {"host": null}, "broker": {"host": null}}',
    "rabbitmq",
  ],
  ["the group that is there", '{"broker": {}}', "broker"],
  ["the file's naming if both groups are there", '{"broker": {}, "rabbitmq": {}}', "rabbitmq"],
  ["the file's naming if the file is empty", "{}", "rabbitmq"],
])("a setting is looked for in %s", (_, text, group) => {
  const parsed = Version.parse(Buffer.from(text));
  if (!parsed.usable) throw new Error("not usable");
  expect(locate(parsed.root, "broker.host", "branded").segments).toEqual([group, "host"]);
});

suite("a mixed file", () => {
  const edited = async (text: string, ...operations: Operation[]) => {
    const { config, write, read } = await testFile();
    write(text);
    await saveOperations(config, {
      baseEtag: (await readAndRecord(config)).etag,
      author: byOperator("ada"),
      operations,
    });
    return read();
  };
  const set = (path: string, value: unknown): Operation => ({ op: "set", path, value });

  test("keeps existing spellings, and spells a new group in the file's naming", async () => {
    const text =
      '{"sentry": {"enabled": false}, "broker": {"host": null}, "email": {"emailApi1": {"domain": "a.example"}}}';
    expect(
      await edited(
        text,
        set("errorTracking.enabled", true),
        set("broker.host", "amqp://b.example"),
        set("email.emailApi1.apiKey", "k"),
        set("email.emailApi2.apiKey", "m"),
      ),
    ).toBe(
      '{"sentry": {"enabled": true}, "broker": {"host": "amqp://b.example"}, "email": {"emailApi1": {"domain": "a.example", "apiKey": "k"}, "mailjet": { "apiKey": "m" }}}',
    );
  });

  test("loses every spelling of a key that is unset", async () => {
    const text = '{"rabbitmq": {"host": "amqp://a.example"}, "broker": {"host": "amqp://b.example"}}';
    expect(await edited(text, { op: "unset", path: "broker.host" })).toBe('{"rabbitmq": {}, "broker": {}}');
  });

  test("causes a warning at the first key that does not follow the file's naming", async () => {
    const { config, write } = await testFile();
    write('{\n "rabbitmq": {},\n "errorTracking": {}\n}');
    const { problems } = await describe(config, await readAndRecord(config));
    expect(problems.filter(({ rule }) => rule === undefined)).toEqual([
      expect.objectContaining({
        severity: "warning",
        line: 3,
        column: 2,
        message: expect.stringMatching(/mixes two spellings/),
      }),
    ]);
  });
});
