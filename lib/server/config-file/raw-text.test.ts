import { byOperator } from "@/lib/shared/author";
import { readFileSync, rmSync } from "node:fs";
import { describe as suite, expect, test } from "vitest";
import type { AppError } from "@/lib/errors";
import { saveOperations } from "./save-operations";
import { readAndRecord } from "./open-file";
import { testFile } from "@/testing/config-file/test-file";
import { exportFile, previewImport } from "./import-export";
import { rawText, saveRaw } from "./raw-text";

const partial = readFileSync("e2e/fixtures/branded-partial.json", "utf8");
const secrets = ["sea-salt-0451", "key-not-a-real-one", "not-a-real-captcha-secret"];
const failure = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error("It was not refused.")),
    (error: unknown) => error as AppError,
  );

const change = (from: string | RegExp, to: string) => (text: string) => text.replace(from, to);

suite("the raw editor", () => {
  test("hides secrets in the text, and a save preserves them byte for byte", async () => {
    const { config, write, read } = await testFile();
    write(partial);
    const { text, etag } = rawText(await readAndRecord(config));
    for (const secret of secrets) expect(text).not.toContain(secret);
    const edited = text.replace("A quiet place", "A quieter place");
    await saveRaw(config, { baseEtag: etag, text: edited, author: byOperator("ada") });
    expect(read()).toBe(partial.replace("A quiet place", "A quieter place"));
  });

  test("hides the texts of unrecognized keys, and shows their numbers", async () => {
    const { config, write } = await testFile();
    const text =
      '{"harbor": "s1", "x": {"url": "redis://user:s2@host/0", "limit": 5}, "list": ["s3"], "token": 12345}';
    write(text);
    const raw = rawText(await readAndRecord(config));
    expect(raw.text).not.toMatch(/s1|s2|s3/);
    expect(raw.text).toContain('"limit": 5');
    expect(raw.text).toContain('"token": 12345');
    const { version } = await saveRaw(config, {
      baseEtag: raw.etag,
      text: `${raw.text}\n`,
      author: byOperator("ada"),
    });
    expect(version?.text).toBe(`${text}\n`);
  });

  test("refuses to move a secret into an unrecognized key, which an editor may show", async () => {
    const { config, write, read } = await testFile();
    const text = '{"gif": {"apiKey": "k1"}, "mine": {"apiKey": "m1"}}';
    write(text);
    const raw = rawText(await readAndRecord(config));
    for (const moved of ['"apiKey": "«secret 1»"', '"other": "«secret 1»"']) {
      const edited = raw.text.replace('"apiKey": "«secret 2»"', moved);
      const saved = saveRaw(config, { baseEtag: raw.etag, text: edited, author: byOperator("ada") });
      await expect(saved).rejects.toMatchObject({ code: "invalid-settings" });
    }
    expect(read()).toBe(text);
    const swapped = raw.text.replace("«secret 1»", "«secret 2»");
    await saveRaw(config, { baseEtag: raw.etag, text: swapped, author: byOperator("ada") });
    expect(read()).toBe('{"gif": {"apiKey": "m1"}, "mine": {"apiKey": "m1"}}');
  });

  test("allows replacing a secret, but not moving it to a visible setting", async () => {
    const { config, write, read } = await testFile();
    write('{"email": {"smtp": {"password": "p1"}}, "gif": {"apiKey": "k1"}}');
    const { etag } = rawText(await readAndRecord(config));
    const shown = (text: string) => saveRaw(config, { baseEtag: etag, text, author: byOperator("ada") });
    const moved = await failure(shown('{"general": {"instanceName": "«secret 1»"}}'));
    expect(moved.code).toBe("invalid-settings");
    expect(moved.problems[0]?.path).toBe("general.instanceName");
    await shown('{"email": {"smtp": {"password": "p2"}}, "gif": {"apiKey": "«secret 2»"}}');
    expect(read()).toBe('{"email": {"smtp": {"password": "p2"}}, "gif": {"apiKey": "k1"}}');
  });

  test("refuses a marker that matches no secret", async () => {
    const { config, write, read } = await testFile();
    write('{"gif": {"apiKey": "k1"}}');
    const { etag } = rawText(await readAndRecord(config));
    const text = '{"gif": {"apiKey": "«secret 2»"}}';
    const refused = await failure(saveRaw(config, { baseEtag: etag, text, author: byOperator("ada") }));
    expect(refused.problems[0]?.path).toBe("gif.apiKey");
    expect(read()).toBe('{"gif": {"apiKey": "k1"}}');
  });

  test("hides additional values in a broken file, and can still fix the file", async () => {
    const { config, write, read } = await testFile();
    const text = '{"email": {"smtp": {"host": "mail.example"}}, "security": {"captcha": {"sitekey": "s"}}}';
    write(text.slice(0, -1));
    const raw = rawText(await readAndRecord(config));
    expect(raw.text).not.toContain("mail.example");
    const save = (fixed: string) =>
      saveRaw(config, { baseEtag: raw.etag, text: fixed, author: byOperator("ada") });
    const moved = await failure(save(`{"general": {"instanceName": "«secret 1»"}}`));
    expect(moved.problems[0]?.path).toBe("general.instanceName");
    await save(`${raw.text}}`);
    expect(read()).toBe(text);
  });

  test("can fix a broken file, and hidden secrets are preserved", async () => {
    const { config, write, read } = await testFile();
    write(
      '{\r\n  "rabbitmq": {"host": "amqp://u:hidden@h"},,\r\n  "security": {"jwtSecret": "cut-off-in-the',
    );
    const raw = rawText(await readAndRecord(config));
    expect(raw.state).toBe("broken");
    expect(raw.problems[0]).toMatchObject({ line: 2 });
    expect(raw.text).not.toMatch(/hidden|cut-off/);
    const text = `${raw.text.replace(",,", ",").replaceAll("\r", "")}"}\n}\n`;
    await saveRaw(config, { baseEtag: raw.etag, text, author: byOperator("ada") });
    expect(read()).toBe(
      '{\r\n  "rabbitmq": {"host": "amqp://u:hidden@h"},\r\n  "security": {"jwtSecret": "cut-off-in-the"}\r\n}\r\n',
    );
  });

  test("creates a missing file, and refuses a save with a stale base", async () => {
    const { config, write, read } = await testFile();
    write("{}");
    await readAndRecord(config);
    rmSync(config.path);
    const { etag, text } = rawText(await readAndRecord(config));
    expect([etag, text]).toEqual(["absent", ""]);
    await saveRaw(config, { baseEtag: etag, text: '{"general": {}}', author: byOperator("ada") });
    expect(read()).toBe('{"general": {}}');
    expect(
      (await failure(saveRaw(config, { baseEtag: etag, text: "{}", author: byOperator("ada") }))).code,
    ).toBe("config-changed");
  });

  test.each([
    [
      "a changed value",
      '{\r\n  "a": 1\n}\r\n',
      (text: string) => text.replace("1", "2"),
      '{\r\n  "a": 2\n}\r\n',
    ],
    [
      "a new line",
      '{\n  "a": 1,\r\n  "c": 3\n}',
      change('  "c"', '  "b": 2,\n  "c"'),
      '{\n  "a": 1,\r\n  "b": 2,\r\n  "c": 3\n}',
    ],
    [
      "a removed line",
      '{\r\n  "a": 1,\n  "b": 2,\r\n  "c": 3\r}\n',
      change('  "b": 2,\n', ""),
      '{\r\n  "a": 1,\n  "c": 3\r}\n',
    ],
    ["a further end", '{\r\n "a": 1\n}', change(/$/, "\n"), '{\r\n "a": 1\n}\n'],
    ["a new first line", '{\r\n "a": 1}\n', change(/^/, "\n"), '\r\n{\r\n "a": 1}\n'],
    [
      "a secret before it",
      '{\r\n  "x": "k\\u0031",\n  "a": 1\r\n}',
      change('"a": 1', '"a": 2'),
      '{\r\n  "x": "k\\u0031",\n  "a": 2\r\n}',
    ],
    [
      "an empty line after a carriage return",
      '{\r  "a": 1,\n\n  "b": 2}',
      change('  "a": 1,\n', ""),
      '{\r\n\n  "b": 2}',
    ],
    [
      "a line before an empty one",
      '{\r\n  "a": 1,\n\n  "b": 2}',
      change("1", "3"),
      '{\r\n  "a": 3,\n\n  "b": 2}',
    ],
    [
      "a line before an empty one with carriage returns",
      '{\r  "a": 1,\r\r  "b": 2}',
      change("1", "3"),
      '{\r  "a": 3,\r\r  "b": 2}',
    ],
    ["text with its own line ends", '{\r\n "a": 1\n}', () => '{\r\n\r\n "a": 2\n}', '{\r\n\r\n "a": 2\n}'],
    [
      "only new lines, of which the first end is \\r\\n,",
      '{\r\n  "a": 1\n}\n',
      () => `{"a": [\n${"1,\n".repeat(1_200)}1]}`,
      `{"a": [\r\n${"1,\r\n".repeat(1_200)}1]}`,
    ],
    [
      "only new lines",
      '{\r\n  "a": 1\r\n}\r\n',
      () => `{"a": [\n${"1,\n".repeat(1_200)}1]}`,
      `{"a": [\r\n${"1,\r\n".repeat(1_200)}1]}`,
    ],
  ])("keeps the line end of every other line, and gives %s one", async (_, text, edit, saved) => {
    const { config, write, read } = await testFile();
    write(text);
    const raw = rawText(await readAndRecord(config));
    const typed = edit(raw.text.replace(/\r\n?/g, "\n"));
    await saveRaw(config, { baseEtag: raw.etag, text: typed, author: byOperator("ada") });
    expect(read()).toBe(saved);
  });

  test("keeps the byte order mark", async () => {
    const { config, write, read } = await testFile();
    write('\ufeff{"a": 1}');
    const raw = rawText(await readAndRecord(config));
    const text = raw.text.replace("1", "2");
    await saveRaw(config, { baseEtag: raw.etag, text, author: byOperator("ada") });
    expect(read()).toBe('\ufeff{"a": 2}');
  });

  test("refuses invalid text, and settings that the instance cannot read", async () => {
    const { config, write, read } = await testFile();
    write('{"register": "odd"}');
    const { etag } = rawText(await readAndRecord(config));
    const saved = (text: string) =>
      failure(saveRaw(config, { baseEtag: etag, text, author: byOperator("ada") }));
    expect((await saved('{\n "a": 1,\n}')).details.places).toEqual([
      expect.objectContaining({ line: 2, column: 8 }),
    ]);
    const added = await saved('{"register": "odd", "limits": {"user": {"maxBio": "many"}}}');
    expect(added.problems.map(({ path }) => path)).toEqual(["limits.user.maxBio"]);
    expect(read()).toBe('{"register": "odd"}');
    // This setting was unreadable before, so it does not block the save.
    await saveRaw(config, {
      baseEtag: etag,
      text: '{"register": "odd", "more": 1}',
      author: byOperator("ada"),
    });
  });
});

suite("export", () => {
  test("returns the file unchanged, or without its secrets", async () => {
    const { config, write } = await testFile();
    write(partial);
    const current = await readAndRecord(config);
    expect(exportFile(config, current, { secrets: true }).bytes.toString()).toBe(partial);
    const { filename, bytes } = exportFile(config, current, { secrets: false });
    expect(filename).toBe("config.without-secrets.json");
    for (const secret of secrets) expect(bytes.toString()).not.toContain(secret);
    expect(bytes.toString()).toContain('"rabbitmq": { "host": null }');
    expect(bytes.toString().split("\n")).toHaveLength(partial.split("\n").length);
  });
});

suite("import", () => {
  test("changes nothing if the file was exported without secrets", async () => {
    const { config, write } = await testFile();
    write(
      partial.replace(
        '"correspondenceUserID": 1104236891374919680',
        '"correspondenceUserID": "1104236891374919680"',
      ),
    );
    const current = await readAndRecord(config);
    const text = exportFile(config, current, { secrets: false }).bytes.toString();
    for (const mode of ["merge", "replace"] as const) {
      expect(await previewImport(config, current, text, mode)).toMatchObject({
        operations: [],
        problems: [],
        changes: [],
      });
    }
  });

  test("converts a file that uses another naming into operations", async () => {
    const { config, write, read } = await testFile();
    write('{"rabbitmq": {"host": "amqp://old.example"}, "limits": {"user": {"maxBio": 5, "maxFriends": 6}}}');
    const current = await readAndRecord(config);
    const text =
      '{"broker": {"host": "amqp://new.example"}, "general": {"correspondenceUserID": 1104236891374919680}, "limits": {"user": {"maxBio": 7}}, "mine": 1}';
    const merge = await previewImport(config, current, text);
    expect(merge.ignored).toEqual(["mine"]);
    expect(merge.operations).toEqual(
      expect.arrayContaining([
        { op: "set", path: "general.correspondenceUserID", value: "1104236891374919680" },
        { op: "set", path: "limits.user.maxBio", value: 7 },
        { op: "set", path: "broker.host", value: "amqp://new.example" },
      ]),
    );
    expect(JSON.stringify(merge.changes)).not.toContain("amqp");
    expect((await previewImport(config, current, text, "replace")).operations).toContainEqual({
      op: "unset",
      path: "limits.user.maxFriends",
    });
    await saveOperations(config, {
      baseEtag: current.etag,
      author: byOperator("ada"),
      operations: merge.operations,
    });
    expect(JSON.parse(read())).toEqual({
      rabbitmq: { host: "amqp://new.example" },
      limits: { user: { maxBio: 7, maxFriends: 6 } },
      general: { correspondenceUserID: "1104236891374919680" },
    });
  });

  test("returns no operations if every effective value stays the same", async () => {
    const { config, write } = await testFile();
    write('{"limits": {"user": {"maxBio": 190, "maxUsername": 40}}}');
    const current = await readAndRecord(config);
    const spelledOut =
      '{"limits": {"user": {"maxUsername": 40, "maxGuilds": 1048576}}, "gif": {"enabled": true}}';
    for (const mode of ["merge", "replace"] as const) {
      expect(await previewImport(config, current, spelledOut, mode)).toMatchObject({
        operations: [],
        changes: [],
      });
    }
    expect((await previewImport(config, current, "{}", "replace")).operations).toEqual([
      { op: "unset", path: "limits.user.maxUsername" },
    ]);
  });

  test("reports truncated text as an error", async () => {
    const { config, write } = await testFile();
    write("{}");
    const current = await readAndRecord(config);
    for (const text of ['{"limits": {"user"', '{"general": {"instanceName": "Ha', ""]) {
      const [problem] = (await previewImport(config, current, text)).problems;
      expect(problem?.message).not.toMatch(/rewriting|The file/);
      expect(problem).toMatchObject({ severity: "error", line: 1 });
    }
    write('{"limits": {"user"');
    expect((await readAndRecord(config)).problems[0]?.message).toMatch(/probably rewriting/);
  });

  test("returns no operations if the text is invalid, and reports the location", async () => {
    const { config, write } = await testFile();
    write("{}");
    const current = await readAndRecord(config);
    expect(await previewImport(config, current, '{"limits": {}')).toMatchObject({
      operations: [],
      ignored: [],
      problems: [{ line: 1 }],
    });
    const wrong = await previewImport(
      config,
      current,
      '{"limits": {"user": {"maxBio": "x"}}, "general": {"instanceName": "N"}}',
    );
    expect(wrong).toMatchObject({ operations: [], problems: [{ path: "limits.user.maxBio" }] });
  });
});
