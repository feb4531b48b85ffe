import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  maskBroken,
  type Masked,
  maskSecrets,
  misplacedMarkers,
  secretPlaces,
  storedSecrets,
  strayMarkers,
  unmaskSecrets,
} from "./secrets";
import { Version } from "./version";

function versionOf(content: unknown): Version {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const version = Version.parse(Buffer.from(text));
  if (!version.usable) throw new Error(`It is not usable: ${text}`);
  return version;
}

const pathsOf = (content: unknown) => secretPlaces(versionOf(content)).map(({ path }) => path);

/** The paths at which the edited text would show a secret. */
function shownAt(masked: Masked, edit: (text: string) => string): string[] {
  const restored = unmaskSecrets(edit(masked.text), masked);
  return misplacedMarkers(versionOf(restored.text), restored.places);
}

describe("a value is hidden", () => {
  test("if it is the text of a secret setting or of an unrecognized key, and not if it is null", () => {
    const content = {
      security: { jwtSecret: "one", requestSignature: null },
      mine: { text: "x", none: null, count: 1, list: ["y", 2, { z: "z" }] },
      general: { instanceName: "Harbor", frontPage: ["http://h", "http://u:pass@h"] },
    };
    expect(pathsOf(content)).toEqual([
      "security.jwtSecret",
      "mine.text",
      "mine.list.0",
      "mine.list.2.z",
      "general.frontPage.1",
    ]);
  });

  test.each([199, 200])("in a list of %i entries if it holds a credential", (count) => {
    const frontPage = Array.from({ length: count }, (_, nth) => `http://h${nth}`);
    expect(pathsOf({ general: { frontPage } })).toEqual([]);
    frontPage[7] = "http://u:pass@h";
    expect(pathsOf({ general: { frontPage } })).toEqual(["general.frontPage.7"]);
    expect(pathsOf({ mine: frontPage })).toHaveLength(count);
  });
});

describe("a marker in a valid file", () => {
  const text = readFileSync("e2e/fixtures/branded-full.json", "utf8");
  const masked = maskSecrets(versionOf(text));

  test("may stay where it is, stand at another secret setting, or be removed", () => {
    expect(masked.secrets.length).toBeGreaterThan(2);
    expect(shownAt(masked, (one) => one)).toEqual([]);
    expect(shownAt(masked, (one) => one.replace("«secret 2»", "«secret 1»"))).toEqual([]);
    expect(shownAt(masked, (one) => one.replace('"«secret 1»"', '"another"'))).toEqual([]);
  });

  test("may not stand where its secret would be visible", () => {
    const { text: own, ...rest } = maskSecrets(
      versionOf({ security: { jwtSecret: "one" }, mine: { text: "two" }, general: { instanceName: "A" } }),
    );
    const moved = (to: string) =>
      shownAt({ text: own, ...rest }, (one) => one.replace(/"general":.*/, `"general":${to}}`));
    expect(moved('{"instanceName":"«secret 1»"}')).toEqual(["general.instanceName"]);
    expect(moved('{"odd":"«secret 1»"}')).toEqual(["general.odd"]);
    expect(moved('{"odd":"«secret 2»"}')).toEqual([]);
    expect(moved('{"instanceName":"«secret 2»"}')).toEqual(["general.instanceName"]);
  });

  test("is reported if it matches no secret, in keys, texts and lists, but not if a secret contains its text", () => {
    const strays = (content: unknown) => strayMarkers(versionOf(content), []);
    expect(strays({ "«secret 9»": 1, b: "x«secret 9»", c: ["y", "«secret 9»"], d: "«secret x»" })).toEqual([
      "«secret 9»",
      "b",
      "c.1",
    ]);
    expect(strays('{"a": ["\\u00absecret 9»"]}')).toEqual(["a.0"]);
    const secret = versionOf({ security: { jwtSecret: "x«secret 5»" } });
    const { text: own, ...rest } = maskSecrets(secret);
    const restored = unmaskSecrets(own, { text: own, ...rest });
    expect(strayMarkers(versionOf(restored.text), restored.places)).toEqual([]);
  });
});

describe("a marker in a broken file", () => {
  const broken =
    '{"general": {"instanceName": "A"},\n "security": {"jwtSecret": "one-one",},\n "mine": {"a": "two"}}';
  const masked = maskBroken(broken, false);
  const repaired = (edit: (text: string) => string) =>
    shownAt(masked, (text) => edit(text.replace('»",}', '»"}')));

  test("may stay where it is, and not stand where its secret would be visible", () => {
    expect(masked.text).toContain('"jwtSecret": "«secret 1»"');
    expect(repaired((text) => text)).toEqual([]);
    expect(repaired((text) => text.replace('"A"', '"«secret 1»"'))).toEqual(["general.instanceName"]);
    expect(repaired((text) => text.replace('"A"', '"A «secret 2»"'))).toEqual(["general.instanceName"]);
    expect(repaired((text) => text.replace('"A"', '"A", "odd": "«secret 1»"'))).toEqual(["general.odd"]);
    expect(repaired((text) => text.replace('"A"', '"A", "odd": "«secret 2»"'))).toEqual([]);
    expect(repaired((text) => text.replace('"instanceName"', '"«secret 1»"'))).not.toEqual([]);
    const password = '"email": {"smtp": {"password": "«secret 1»"}}, "security"';
    expect(repaired((text) => text.replace('"security"', password))).toEqual([]);
  });

  test("may hold more than its secret where it was, and at its key, but nowhere else", () => {
    const cut = maskBroken('{"security": {"jwtSecret": {"x": 1}, "other": 2', false);
    expect(cut.text).toBe('{"security": {"jwtSecret": «secret 1»');
    expect(shownAt(cut, (text) => `${text}}}`)).toEqual([]);
    expect(shownAt(cut, (text) => `${text.replace("jwtSecret", "odd")}}}`)).not.toEqual([]);
    const colon = maskBroken('{"security": {"jwtSecret" "one"\n}}', false);
    expect(colon.text).toBe('{"security": {"jwtSecret"«secret 1»\n}}');
    expect(shownAt(colon, (text) => text.replace("«", ":«"))).toEqual([]);
    expect(shownAt(colon, (text) => text.replace('"jwtSecret"«', '"odd":«'))).not.toEqual([]);
  });

  test("stands for the whole text if the encoding was guessed, and for no part of it", () => {
    const whole = maskBroken('{"a": 1}', true);
    expect(whole.text).toBe("«secret 1»");
    expect(shownAt(whole, (text) => text)).toEqual([]);
    expect(shownAt(maskBroken('{"a": 1', true), (text) => `${text}}`)).toEqual(["a"]);
    expect(shownAt(maskBroken('"a": 1}', true), (text) => `{${text}`)).toEqual(["a"]);
  });

  test("is compared with up to 200 characters before it on its line", () => {
    const before = (line: string) =>
      maskBroken(`{"a": 1,\n${line}"jwtSecret": "one"`, false).secrets.at(-1)?.before;
    expect(before("  ")).toBe('"jwtSecret": "');
    const long = before(`"general": {"instanceName": "${"A".repeat(250)}", `);
    expect([long?.length, long?.slice(-16)]).toEqual([200, ', "jwtSecret": "']);
  });
});

test("secrets of at least six characters are hidden in texts, the longest first", () => {
  const content = {
    security: { jwtSecret: "123456", requestSignature: "12345", captcha: { secret: 1234567 } },
    email: { smtp: { password: "a longer secret" } },
    cdn: { imageProxyServerUrl: "http://user:from-url@h" },
    mine: { text: "not a secret" },
  };
  expect(storedSecrets(versionOf(content))).toEqual(["a longer secret", "from-url", "123456"]);
});

describe("a text of an unrecognized key", () => {
  test("is hidden in a list of objects that has the name of a group", () => {
    expect(pathsOf({ general: [{ instanceName: "text" }], limits: [{ user: { maxBio: "7" } }] })).toEqual([
      "general.0.instanceName",
      "limits.0.user.maxBio",
    ]);
  });

  test("is hidden in a long list at a secret setting", () => {
    const jwtSecret = Array.from({ length: 200 }, (_, nth) => `key ${nth}`);
    expect(pathsOf({ security: { jwtSecret } })).toHaveLength(200);
  });

  test("may not become visible at a setting with the same key", () => {
    const masked = maskSecrets(versionOf({ mine: { instanceName: "two" }, general: { instanceName: "A" } }));
    expect(shownAt(masked, (one) => one.replace('"A"', '"«secret 1»"'))).toEqual(["general.instanceName"]);
  });

  test("has its credentials hidden in other texts", () => {
    expect(storedSecrets(versionOf({ mine: { url: "redis://u:from-own-key@h" } }))).toEqual(["from-own-key"]);
  });
});

describe("a stray marker next to one for a secret that contains its text", () => {
  const secret = maskSecrets(versionOf({ security: { jwtSecret: "x«secret 5»" } }));
  const strays = (edit: (text: string) => string) => {
    const restored = unmaskSecrets(edit(secret.text), secret);
    return strayMarkers(versionOf(restored.text), restored.places);
  };
  test.each([
    ["before", (text: string) => text.replace("{", '{"general": {"instanceName": "«secret 9»"}, ')],
    ["after", (text: string) => text.replace(/\}$/, ', "general": {"instanceName": "«secret 9»"}}')],
  ])("is reported %s it", (_, edit) => {
    expect(strays(edit)).toEqual(["general.instanceName"]);
  });
});

describe("a hidden part of a broken file", () => {
  const whole = (text: string) => maskBroken(text, true);

  test.each<[string, Masked, (text: string) => string, string[]]>([
    ["after the last value", whole("}"), (text) => `{"a": 1${text}`, [""]],
    ["before the first value", whole("{"), (text) => `${text}"a": 1}`, ["a"]],
    [
      "around a secret",
      whole(': "two"'),
      (text) => `{"security": {"jwtSecret"${text}}}`,
      ["security.jwtSecret"],
    ],
    [
      "as a key before a value of its own key",
      maskBroken('{"security": {"jwtSecret" "one"\n}}', false),
      () => '{«secret 1»: {"jwtSecret": 1}}',
      ["one.jwtSecret"],
    ],
    [
      "in the list of another key",
      maskBroken('{"mine": ["a", "b"', false),
      () => '{"odd": [«secret 1»]}',
      ["odd.0"],
    ],
  ])("may not stand %s", (_, masked, edit, paths) => {
    expect(shownAt(masked, edit)).toEqual(paths);
  });

  const proxy = '{"cdn": {"imageProxyServerUrl": "http://u:pw-pw@h.example"}},';
  test("may stand in an address after its line changed, but not where it is no credential", () => {
    const masked = maskBroken(proxy, false);
    expect(masked.text).not.toContain("pw-pw");
    const repaired = (text: string) => text.replace("}},", "}}").replace("{", '{"odd": 1, ');
    expect(shownAt(masked, repaired)).toEqual([]);
    expect(shownAt(masked, () => '{"general": {"instanceName": "«secret 1»"}}')).toEqual([
      "general.instanceName",
    ]);
  });

  test("may stand at a visible setting with its key after its line changed", () => {
    const masked = maskBroken('{"email": {"smtp": {"host": "mail.example"}},', false);
    expect(masked.text).toContain('"host": "«secret 1»"');
    expect(shownAt(masked, (text) => `{"odd": 1, ${text.slice(1, -1)}}`)).toEqual([]);
  });
});
