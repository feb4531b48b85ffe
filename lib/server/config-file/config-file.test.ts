import { byOperator } from "@/lib/shared/author";
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { describe as suite, expect, onTestFinished, test } from "vitest";
import { outsideAuthor } from "@/lib/shared/author";
import { onPostgres } from "@/testing/test-database";
import { AppError } from "@/lib/errors";
import { openConfigFile } from "./config-file";
import { realFileOps } from "./disk/disk";
import { chooseHistory } from "./histories";
import { openOwnRules } from "./own-rules";
import { saveOperations } from "./save-operations";
import { readAndRecord } from "./open-file";
import { describe, settingsFor } from "./describe";
import { advisoryKey } from "./disk/lock";
import { create, generate, prepare } from "./prepare";
import { testFile } from "@/testing/config-file/test-file";
import { maxBytes } from "./version";

const fixture = (name: string) => readFileSync(`e2e/fixtures/${name}.json`, "utf8");
const set = (path: string, value: unknown) => ({ op: "set" as const, path, value });

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

suite("a file with branded key names", () => {
  test("hides its secrets, and a save changes only the given settings", async () => {
    const { config, write, read } = await testFile();
    const text = fixture("branded-partial");
    write(text);
    const document = await describe(config, await readAndRecord(config));
    expect(document).toMatchObject({
      naming: "branded",
      file: { state: "usable", readOnly: null },
      secrets: { "broker.host": "set", "security.jwtSecret": "unset", "email.emailApi1.apiKey": "set" },
      spelling: { "broker.host": "rabbitmq.host", "email.emailApi1.domain": "email.mailgun.domain" },
      unknown: ["x-notes"],
    });
    const sent = JSON.stringify(document);
    for (const secret of ["sea-salt-0451", "key-not-a-real-one", "not-a-real-captcha-secret"]) {
      expect(text).toContain(secret);
      expect(sent).not.toContain(secret);
    }

    const operations = [
      set("general.instanceName", "Pier"),
      set("limits.rate.ip.count", 501),
      set("security.captcha.service", "captchaService1"),
    ];
    const after = await saveOperations(config, {
      baseEtag: document.etag,
      author: byOperator("ada"),
      operations,
    });
    const edited = text
      .replace('"Harbor"', '"Pier"')
      .replace('"count": 500', '"count": 501')
      .replace('"service": "hcaptcha"', '"service": "recaptcha"');
    expect(read()).toBe(edited);
    expect((await settingsFor(config, after)).get("broker.host")).toBe(
      "amqp://harbor:sea-salt-0451@127.0.0.1:5672",
    );
    expect((await config.records.find({ limit: 9 })).map(({ author }) => author)).toEqual([
      "ada",
      outsideAuthor.name,
    ]);
  });

  test("stays unchanged if all settings are saved with the values that were read", async () => {
    const { config, write, read } = await testFile();
    const text = fixture("branded-full");
    write(text);
    const { etag, set: paths, problems } = await describe(config, await readAndRecord(config));
    expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
    const settings = await settingsFor(config, await readAndRecord(config));
    const operations = paths.map((path) => set(path, settings.get(path as "general.instanceName")));
    await saveOperations(config, { baseEtag: etag, author: byOperator("ada"), operations });
    expect(read()).toBe(text);
  });
});

suite("reading and saving", () => {
  test("a save with invalid values is refused with one problem per path", async () => {
    const { config, write, read } = await testFile();
    write('{"general":{}}');
    const { etag } = await readAndRecord(config);
    const operations = [set("limits.rate.ip.count", "many"), set("general.instanceNam", "x")];
    const error = await failure(
      saveOperations(config, { baseEtag: etag, author: byOperator("ada"), operations }),
    );
    expect(error).toMatchObject({
      code: "invalid-settings",
      message: "2 settings are not valid. Nothing was saved.",
    });
    expect(error.problems.map(({ path }) => path)).toEqual(["limits.rate.ip.count", "general.instanceNam"]);
    expect(read()).toBe('{"general":{}}');
    const one = { baseEtag: etag, author: byOperator("ada"), operations: operations.slice(1) };
    expect((await failure(saveOperations(config, one))).message).toBe(
      "One setting is not valid. Nothing was saved.",
    );
  });

  test("a setting cannot be saved if its group is not an object in the file", async () => {
    const { config, write, read } = await testFile();
    const text = '{"limits":{"user":"many"},"general":{}}';
    write(text);
    const { etag } = await readAndRecord(config);
    const operations = [set("limits.user.maxBio", 5), set("general.instanceName", "Pier")];
    const error = await failure(
      saveOperations(config, { baseEtag: etag, author: byOperator("ada"), operations }),
    );
    const message = "In the file, limits.user is not an object with settings. Fix it in the raw JSON first.";
    expect(error).toMatchObject({ code: "invalid-settings", message: `${message} Nothing was saved.` });
    expect(error.problems).toEqual([{ path: "limits.user.maxBio", message }]);
    expect(read()).toBe(text);
  });

  test.each([
    [["instanceName", "image", "tosPage"], "general.instanceName, general.image, general.tosPage"],
    [
      ["instanceName", "image", "tosPage", "instanceDescription"],
      "general.instanceName, general.image, general.tosPage and 1 more",
    ],
  ])("a conflict about %j names at most three settings", async (names, listed) => {
    const { config, write } = await testFile();
    write("{}");
    const { etag } = await readAndRecord(config);
    const saved = (value: string) =>
      saveOperations(config, {
        baseEtag: etag,
        author: byOperator("ada"),
        operations: names.map((name) => set(`general.${name}`, value)),
      });
    await saved("https://a.example/1");
    expect((await failure(saved("https://a.example/2"))).message).toBe(
      `ada changed ${listed} after you opened the file. Nothing was saved. Compare, and choose which values to keep.`,
    );
  });

  test("a note is stored without spaces around it, and is not stored if it has only spaces", async () => {
    const { config, write } = await testFile();
    write("{}");
    let { etag } = await readAndRecord(config);
    for (const note of [" less to read ", "  "]) {
      const operations = [set("general.instanceName", note === "  " ? "A" : "B")];
      ({ etag } = await saveOperations(config, {
        baseEtag: etag,
        author: byOperator("ada"),
        operations,
        note,
      }));
    }
    const revisions = await config.records.find({ limit: 2 });
    expect(revisions.map(({ note }) => note)).toEqual([null, "less to read"]);
  });

  test("a save with a stale base fails, and the error lists the changed settings", async () => {
    const { config, write, read } = await testFile();
    write('{"general":{"instanceName":"A","image":"https://a.example/a.png"}}');
    const { etag } = await readAndRecord(config);
    await saveOperations(config, {
      baseEtag: etag,
      author: byOperator("ada"),
      operations: [set("general.instanceName", "B")],
    });
    const operations = [set("general.instanceName", "C"), set("limits.user.maxBio", 5)];
    const error = await failure(
      saveOperations(config, { baseEtag: etag, author: byOperator("bob"), operations }),
    );
    expect(error.code).toBe("config-changed");
    expect(error.details).toMatchObject({
      etag: (await readAndRecord(config)).etag,
      conflicts: ["general.instanceName"],
      changed: ["general.instanceName"],
      values: [{ path: "general.instanceName", before: "A", after: "B" }],
    });
    expect(read()).toContain('"B"');
  });

  test("saving an unrecognized key conflicts with a change inside the key's value", async () => {
    const { config, write, read } = await testFile();
    write('{"harbor": {"pier": 1, "gate": 2}}');
    const { etag } = await readAndRecord(config);
    write('{"harbor": {"pier": 3, "gate": 2}}');
    const request = {
      baseEtag: etag,
      operations: [],
      keys: [{ path: "harbor", text: '{"pier": 1, "gate": 9}' }],
      author: byOperator("ada"),
    };
    const error = await failure(saveOperations(config, request));
    expect(error.details).toMatchObject({
      conflicts: ["harbor"],
      values: [{ path: "harbor.pier", before: 1, after: 3 }],
    });
    expect(read()).toBe('{"harbor": {"pier": 3, "gate": 2}}');
  });

  test("a save with an unknown base reports a conflict for each of its settings", async () => {
    const { config, write } = await testFile();
    write("{}");
    const request = {
      baseEtag: "0".repeat(64),
      author: byOperator("ada"),
      operations: [set("limits.user.maxBio", 5)],
    };
    const error = await failure(saveOperations(config, request));
    expect(error.details.conflicts).toEqual(["limits.user.maxBio"]);
  });

  test.each([
    ["broken", '{"a": 1,}', "line 1, column 8"],
    ["empty", "", "is empty"],
    ["cut off", '{"general": {"inst', "is cut off"],
  ])(
    "if the file is %s, its last valid values are shown and saves are refused",
    async (_, content, words) => {
      const { config, write, read } = await testFile();
      write('{"limits":{"user":{"maxBio":7}}}');
      await readAndRecord(config);
      write(content);
      const found = await readAndRecord(config);
      const document = await describe(config, found);
      expect(document.file.state).toBe("broken");
      expect(document.values).toMatchObject({ limits: { user: { maxBio: 7 } } });
      const request = {
        baseEtag: document.etag,
        author: byOperator("ada"),
        operations: [set("limits.user.maxBio", 8)],
      };
      const error = await failure(saveOperations(config, request));
      expect(error.code).toBe("config-unusable");
      expect(error.message).toContain(words);
      expect(read()).toBe(content);
    },
  );

  test("a restarted process uses the newest stored version if the file is missing", async () => {
    const { config, write, again } = await testFile();
    write('{"limits":{"user":{"maxBio":7}}}');
    await readAndRecord(config);
    const later = again({ path: config.path });
    rmSync(config.path);
    await prepare(later);
    const current = await readAndRecord(later);
    expect(current.state).toBe("missing");
    expect((await settingsFor(later, current)).get("limits.user.maxBio")).toBe(7);
  });

  test("a broken version is searched for problems only once", async () => {
    const { config, write } = await testFile();
    write('{ "general": {,,,} }');
    const first = await readAndRecord(config);
    expect(first.state).toBe("broken");
    expect((await readAndRecord(config)).problems).toBe(first.problems);
    write('{ "general": {, } }');
    expect((await readAndRecord(config)).problems).not.toBe(first.problems);
    write('{ "general": {} }');
    expect((await readAndRecord(config)).state).toBe("usable");
  });

  test("effective values are unavailable if the file has never been valid", async () => {
    const { config, write } = await testFile();
    write("not json");
    expect((await failure(settingsFor(config, await readAndRecord(config)))).code).toBe("config-unreadable");
  });

  test.skipIf(onPostgres())("a save changes nothing if the database cannot record the version", async () => {
    const { config, dataDir, write, read, leftovers } = await testFile({}, { shared: true });
    write("{}\n");
    const { etag } = await readAndRecord(config);
    rmSync(dataDir, { recursive: true });
    const operations = [set("general.instanceName", "Lost")];
    const error = await failure(
      saveOperations(config, { baseEtag: etag, operations, author: byOperator("ada") }),
    );
    expect(error).toMatchObject({ code: "unavailable", message: expect.stringContaining("not changed") });
    expect([read(), leftovers()]).toEqual(["{}\n", []]);
  });

  test("a file is not created over one that is too large to be read", async () => {
    const { config, write } = await testFile();
    write("");
    truncateSync(config.path, maxBytes + 1);
    expect((await failure(create(config, { author: byOperator("ada") }))).code).toBe("config-unusable");
  });

  test("saves are refused if CONFIG_READONLY is set", async () => {
    const { config, write } = await testFile({ readOnly: true });
    write("{}");
    const document = await describe(config, await readAndRecord(config));
    expect(document.file.readOnly).toContain("CONFIG_READONLY");
    const request = {
      baseEtag: document.etag,
      author: byOperator("ada"),
      operations: [set("limits.user.maxBio", 8)],
    };
    expect((await failure(saveOperations(config, request))).code).toBe("config-read-only");
  });
});

test("generated values are saved with a note that names them", async () => {
  const { config, write } = await testFile();
  write('{"security": {"jwtSecret": "kept"}, "general": {"instanceId": "1"}}');
  await generate(config);
  const [newest] = await config.records.find({ limit: 1 });
  expect(newest?.note).toBe("Generated because it was not set: security.requestSignature");
});

suite("the first start", () => {
  test("generates keys in a file that only its owner can read", async () => {
    const { config } = await testFile();
    await prepare(config);
    expect(statSync(config.path).mode & 0o777).toBe(0o600);
    const settings = await settingsFor(config, await readAndRecord(config));
    expect(Buffer.from(settings.get("security.jwtSecret") ?? "", "base64")).toHaveLength(64);
    expect(Buffer.from(settings.get("security.requestSignature") ?? "", "base64")).toHaveLength(32);
    expect(settings.get("general.instanceId")).toMatch(/^\d{18,19}$/);
  });

  test("creates an empty file if the panel must not generate keys", async () => {
    const { config, read } = await testFile({ generates: () => false });
    await prepare(config);
    await generate(config);
    expect(read()).toBe("{}\n");
  });

  test("generates only keys that are missing or null", async () => {
    const { config, write, read } = await testFile();
    write('{"security": {"jwtSecret": "present", "requestSignature": null}}');
    await prepare(config);
    await generate(config);
    const once = read();
    expect(once).toContain('"jwtSecret": "present"');
    expect(once).not.toContain('"requestSignature": null');
    await generate(config);
    expect(read()).toBe(once);
    expect((await config.records.find({ limit: 9 })).map(({ author }) => author)).toEqual([
      "system",
      outsideAuthor.name,
    ]);
  });
});

// Runs only in the project "postgres". With SQLite, concurrency.test.ts tests the lock file.
test.runIf(onPostgres())(
  "on PostgreSQL, a save waits for a replica that is saving the same file",
  async () => {
    const { config, write } = await testFile();
    write("{}");
    const { etag } = await readAndRecord(config);
    const order: string[] = [];
    await config.db.connection().execute(async (replica) => {
      await sql`select pg_advisory_lock(${advisoryKey(await config.identity.id())}::bigint)`.execute(replica);
      const save = saveOperations(config, {
        baseEtag: etag,
        author: byOperator("ada"),
        operations: [set("limits.user.maxBio", 1)],
      });
      const saved = save.then(() => order.push("saved"));
      // While the first save waits, ten saves of another file succeed. Without the lock, the first save
      // would have finished by then.
      const other = await testFile();
      other.write("{}");
      let base = (await readAndRecord(other.config)).etag;
      for (let value = 1; value <= 10; value += 1) {
        const operations = [set("limits.user.maxBio", value)];
        base = (await saveOperations(other.config, { baseEtag: base, author: byOperator("bob"), operations }))
          .etag;
      }
      order.push("released");
      await sql`select pg_advisory_unlock(${advisoryKey(await config.identity.id())}::bigint)`.execute(
        replica,
      );
      await saved;
    });
    expect(order).toEqual(["released", "saved"]);
  },
);

test("the open file answers with its present content, and announces the panel's changes to replicas", async () => {
  const { config, write } = await testFile();
  write('{"mine": 7, "limits": {"user": {"maxBio": 9}}}');
  let sent = 0;
  const file = openConfigFile({
    ...config,
    ops: realFileOps,
    announcements: { send: () => (sent += 1), listen: () => undefined },
  });
  onTestFinished(() => file.stop());
  await file.prepare();
  const now = await file.read();
  expect(await now.summary()).toMatchObject({ etag: now.etag, naming: "neutral", file: { state: "usable" } });
  expect((await now.settings()).get("limits.user.maxBio")).toBe(9);
  expect(now.valueOfKey("mine").text).toBe("7");
  const version = now.version!;
  expect(file.ownErrors(null, version)).toEqual([]);
  await file.recognizeServer("an unknown server");
  expect(sent).toBe(0);
  await file.recognizeServer("spacebar-server-ts");
  await file.recognizeServer("spacebar-server-ts");
  expect(sent).toBe(1);
  expect((await file.read()).version?.naming).toBe("branded");
  await file.generate(byOperator("ada"));
  expect((await file.settings()).get("security.jwtSecret")).toMatch(/.{80}/);
  // Ends the polls and the first check. After that, only a save starts a check.
  await file.stop();
  const reported = new Promise((resolve) => void file.watch(resolve));
  const { etag: baseEtag } = await file.read();
  await file.save({ baseEtag, author: byOperator("bob"), operations: [set("limits.user.maxBio", 8)] });
  expect(await reported).toMatchObject({
    state: "usable",
    author: "bob",
    changed: expect.arrayContaining(["limits.user.maxBio"]),
  });
  expect(sent).toBe(2);
});

test("the open file looks for its history again after another process announced a change", async () => {
  const { config, write, again } = await testFile();
  write('{"general": {"serverName": "h.example"}}');
  let announce = (): void => undefined;
  const file = openConfigFile({
    ...config,
    ops: realFileOps,
    announcements: { send: () => undefined, listen: (heard) => (announce = heard) },
  });
  onTestFinished(() => file.stop());
  await file.prepare();
  const id = await file.id();
  await chooseHistory(again(), null);
  expect(await file.id()).toBe(id);
  announce();
  expect(await file.id()).not.toBe(id);
});

test("the open file refuses a version that breaks a rule of the operator's, with the given words", async () => {
  const { config, folder, write } = await testFile();
  const path = join(folder, "config.rules.json");
  const rule = { id: "room", expression: "limits.user.maxGuilds >= 50", message: "Too few." };
  writeFileSync(path, JSON.stringify({ rules: [rule] }));
  write("{}");
  const file = openConfigFile({
    ...{ ...config, ops: realFileOps, ownRules: openOwnRules({ path, isRequired: true }) },
    announcements: { send: () => undefined, listen: () => undefined },
  });
  onTestFinished(() => file.stop());
  const version = (maxGuilds: number) =>
    file.parse(Buffer.from(JSON.stringify({ limits: { user: { maxGuilds } } })))!;
  const refuse = (maxGuilds: number) => () => {
    file.refuseOwnErrors(version(60), version(maxGuilds), "Nothing was applied");
  };
  expect(refuse(50)).not.toThrow();
  expect(refuse(49)).toThrow(/Too few\..*Nothing was applied\.$/);
});
