import { byOperator } from "@/lib/shared/author";
import { describe, expect, test } from "vitest";
import { readAndRecord } from "./open-file";
import { testFile } from "@/testing/config-file/test-file";
import { rawText, saveRaw } from "./raw-text";

const text = `{
  "general": {
    "instanceName": "Harbor"
  },
  "rabbitmq": {
    "host": "amqp://keeper:sea-salt-0451@broker.example"
  },
  "security": {
    "jwtSecret": "a-signing-secret-0452",
    "captcha": { "enabled": true, "secret": "captcha-0453", "sitekey": "public" }
  },
  "cdn": { "imageProxyServerUrl": "http://imagor:proxy-0454@127.0.0.1:8000" },
  "regions": {
    "available": [{ "id": "north", "name": "North", "authToken": "region-0455" }]
  },
  "mine": { "sentryCookie": "cookie-0456" }
}
`;
const secret = /045[1-6]/;
const change = (from: string | RegExp, to: string) => (valid: string) => valid.replace(from, to);
const utf16 = (valid: string) => Buffer.from(valid, "utf16le");

/** Functions that break a file. Each returns text or bytes that are not valid UTF-8 JSON. */
const breakages: Record<string, (valid: string) => string | Buffer> = {
  "a key without its closing quote": change('"jwtSecret":', '"jwtSecret:'),
  "a key without its opening quote": change('"jwtSecret":', 'jwtSecret":'),
  "a key without quotes": change('"jwtSecret":', "jwtSecret:"),
  "keys without quotes": change(/"(\w+)":/g, "$1:"),
  "a secret without its closing quote": change('-0452"', "-0452"),
  "a secret without its opening quote": change('"a-signing', "a-signing"),
  "a secret without quotes": change('"a-signing-secret-0452"', "a-signing-secret-0452"),
  "single quotes": change(/"/g, "'"),
  "typographic quotes": change(/"([^"\n]*)"/g, "“$1”"),
  backticks: change(/"/g, "`"),
  "a quote within a secret": change("a-signing-secret-0452", 'a-signing"secret-0452'),
  "a quote and a comma within a secret": change("a-signing-secret-0452", 'a-signing", secret-0452'),
  "a line end within a secret": change("a-signing-secret", "a-signing\n-secret"),
  "a missing colon": change('"jwtSecret": ', '"jwtSecret" '),
  "an equals sign": change('"jwtSecret":', '"jwtSecret" ='),
  "an arrow": change('"jwtSecret":', '"jwtSecret" =>'),
  "a missing comma": change('-0452",', '-0452"'),
  "an extra comma": change('"Harbor"', '"Harbor",'),
  "a missing quote in an earlier value": change('"Harbor"', '"Harbor'),
  "a comment before the secret": change('"jwtSecret":', '"jwtSecret": /* old */'),
  "a comment between key and secret": change('"jwtSecret":', '"jwtSecret": // old\n'),
  "a commented-out secret": change('"jwtSecret"', '// "jwtSecret"'),
  "the secret on a separate line": (valid) =>
    valid.replace('"jwtSecret": ', '"jwtSecret"\n:\n').replace('"Harbor"', "Harbor"),
  "an escape in the key": (valid) =>
    valid.replace("jwtSecret", "jwt\\u0053ecret").replace('"Harbor"', "Harbor"),
  "truncated within a secret": (valid) => valid.slice(0, valid.indexOf("0452") + 4),
  "all on one line": (valid) => valid.replace(/\n/g, " ").replace('"Harbor"', '"Harbor'),
  "a missing brace": (valid) => valid.slice(0, valid.lastIndexOf("}")),
  "a list for a secret": (valid) =>
    valid.replace('"a-signing-secret-0452"', '["x", "0452"').replace("}", "]"),
  "carriage returns as line ends": (valid) => valid.replace(/\n/g, "\r").replace('"Harbor"', '"Harbor'),
  "a merge conflict": change('"Harbor"', '"Harbor"\n<<<<<<< HEAD'),
  "text before the object": (valid) => `config = ${valid}`,
  "UTF-16 with a byte order mark": (valid) => Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(valid)]),
  "UTF-16 without a byte order mark": utf16,
  "UTF-16, big-endian": (valid) => Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(valid)]).swap16(),
  "Latin-1": (valid) => Buffer.from(valid.replace("Harbor", "Hafenstraße"), "latin1"),
};

describe("a broken file", () => {
  test.each(Object.entries(breakages))(
    "hides its secrets until an operator shows them: %s",
    async (_, broken) => {
      const { config, write } = await testFile();
      write(broken(text));
      const raw = rawText(await readAndRecord(config));
      expect(raw.state).toBe("broken");
      expect(raw.text).not.toMatch(secret);
      const shown = rawText(await readAndRecord(config), { withSecrets: true });
      for (const part of ["0452", "0454"].filter((part) => String(broken(text)).includes(part)))
        expect(shown.text).toContain(part);
      // Saving the unchanged text is refused, unless converting it from UTF-16 or Latin-1 to UTF-8 makes it valid.
      const saved = saveRaw(config, { baseEtag: raw.etag, text: raw.text, author: byOperator("ada") });
      await saved.then(
        ({ version }) => expect(version?.text).not.toContain("«secret"),
        (error: unknown) => expect(error).toMatchObject({ code: "invalid-settings" }),
      );
    },
  );

  test("can be fixed in the raw editor, but a fix that would show a secret is refused", async () => {
    const { config, write, read } = await testFile();
    write(text.replace('"Harbor"', '"Harbor",'));
    const raw = rawText(await readAndRecord(config));
    const save = (fixed: string) =>
      saveRaw(config, { baseEtag: raw.etag, text: fixed, author: byOperator("ada") });
    const fixed = raw.text.replace('"Harbor",', '"Harbor"');
    await expect(save(fixed.replace('"Harbor"', '"«secret 1»"'))).rejects.toMatchObject({
      problems: [{ path: "general.instanceName" }],
    });
    await expect(save(fixed.replace('"instanceName"', '"«secret 1»"'))).rejects.toMatchObject({
      code: "invalid-settings",
    });
    await save(fixed);
    expect(read()).toBe(text);
  });

  test("hides the texts of unrecognized keys, and shows their numbers and the known settings", async () => {
    const { config, write } = await testFile();
    write(`{
  "general": { "instanceName": "Harbor" },
  "pier": { "lamp": "0461", "count": 7, "list": ["0462", "0463"] },
  buoy: '0464',
  "wave": 0.5
`);
    const { text: shown } = rawText(await readAndRecord(config));
    expect(shown).not.toMatch(/046\d/);
    expect(shown).toContain('"instanceName": "Harbor"');
    expect(shown).toContain('"count": 7');
    expect(shown).toContain('"wave": 0.5');
  });

  test("hides credentials inside values", async () => {
    const { config, write, read } = await testFile();
    const whole = '{\n  "a": "https://key:0458@errors.example/1",\n  "b": "the token: 0459, or so"\n}';
    write(whole.slice(0, -1));
    const raw = rawText(await readAndRecord(config));
    expect(raw.text).not.toMatch(/045/);
    await saveRaw(config, { baseEtag: raw.etag, text: `${raw.text}}`, author: byOperator("ada") });
    expect(read()).toBe(whole);
  });

  test("is converted from UTF-16 to UTF-8 if it is saved unchanged", async () => {
    const { config, write, read } = await testFile();
    write(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(text)]));
    const raw = rawText(await readAndRecord(config));
    expect(raw.text).toBe("«secret 1»");
    await saveRaw(config, { baseEtag: raw.etag, text: raw.text, author: byOperator("ada") });
    expect(read()).toBe(text);
  });

  test("is converted from Latin-1 to UTF-8 if it is saved unchanged, without losing a character", async () => {
    const { config, write, read } = await testFile();
    const [head = "", tail = ""] = text.replace("Harbor", "Hafenstraße Ü").split('"rabbitmq"');
    write(
      Buffer.concat([
        Buffer.from(head, "latin1"),
        Buffer.from(`"rabbitmq"${tail}`.replace("North", "Nörd →")),
      ]),
    );
    const raw = rawText(await readAndRecord(config));
    expect(raw.text).toBe("«secret 1»");
    await saveRaw(config, { baseEtag: raw.etag, text: raw.text, author: byOperator("ada") });
    expect(read()).toBe(`${head}"rabbitmq"${tail.replace("North", "Nörd →")}`);
  });

  test("cannot be shown with its secrets after it has been fixed", async () => {
    const { config, write } = await testFile();
    write(text);
    const valid = await readAndRecord(config);
    expect(() => rawText(valid, { withSecrets: true })).toThrow(
      expect.objectContaining({ code: "conflict" }),
    );
  });
});

describe("markers for hidden secrets in the raw editor", () => {
  test.each([
    ["a key", '{"gif": {"apiKey": "k1", "«secret 1»": 1}}'],
    ["the key of its secret", '{"gif": {"«secret 1»": "«secret 1»"}}'],
    ["a part of a text", '{"gif": {"apiKey": "x«secret 1»"}}'],
    ["an element of a list", '{"mine": ["«secret 1»"]}'],
    ["a marker written with escapes", '{"gif": {"apiKey": "\\u00absecret 1»"}}'],
  ])("are refused if the panel cannot replace them: %s", async (_, edited) => {
    const { config, write, read } = await testFile();
    const base = '{"gif": {"apiKey": "k1"}}';
    write(base);
    const { etag } = rawText(await readAndRecord(config));
    const saved = saveRaw(config, { baseEtag: etag, text: edited, author: byOperator("ada") });
    await expect(saved).rejects.toMatchObject({ code: "invalid-settings" });
    expect(read()).toBe(base);
  });

  test("are also used for secrets in lists and URLs", async () => {
    const { config, write, read } = await testFile();
    write(text);
    const raw = rawText(await readAndRecord(config));
    expect(raw.text).not.toMatch(secret);
    expect(raw.text).toContain('"sitekey": "public"');
    await saveRaw(config, { baseEtag: raw.etag, text: `${raw.text}\n`, author: byOperator("ada") });
    expect(read()).toBe(`${text}\n`);
  });
});
