import { byOperator } from "@/lib/shared/author";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/errors";
import { outsideAuthor } from "@/lib/shared/author";
import { parseJson } from "@/lib/shared/json/read";
import { testFile } from "@/testing/config-file/test-file";
import { saveOperations } from "./save-operations";
import { type OpenFile, readAndRecord } from "./open-file";
import { settingHistory } from "./history";
import { previewUndo, revert } from "./revert";

const set = (path: string, value: unknown) => ({ op: "set" as const, path, value });
const unset = (path: string) => ({ op: "unset" as const, path });

async function save(
  config: OpenFile,
  author: string,
  ...operations: (ReturnType<typeof set> | ReturnType<typeof unset>)[]
): Promise<number> {
  await saveOperations(config, {
    baseEtag: (await readAndRecord(config)).etag,
    author: byOperator(author),
    operations,
  });
  return newest(config);
}

const newest = async (config: OpenFile) => (await config.records.find({ limit: 1 }))[0]?.id ?? 0;

async function undo(config: OpenFile, id: number, paths?: string[]): Promise<string> {
  const { etag } = await readAndRecord(config);
  try {
    const { version } = await revert(config, {
      to: { change: id },
      baseEtag: etag,
      author: byOperator("cora"),
      only: paths,
    });
    return version?.text ?? "";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

/** Creates a file with one version per text, all written from outside the panel. */
async function versionsOf(...texts: unknown[]) {
  const file = await testFile();
  const ids: number[] = [];
  for (const text of texts) {
    file.write(JSON.stringify(text));
    await readAndRecord(file.config);
    ids.push(await newest(file.config));
  }
  return { ...file, ids };
}

describe("undoing an old change", () => {
  test("restores the previous values and preserves newer changes to other settings", async () => {
    const { config, write } = await testFile();
    write('{"general": {"instanceName": "A"}}');
    await save(config, "ada", set("limits.user.maxBio", 100), set("limits.user.maxUsername", 20));
    const wrong = await save(config, "ada", set("limits.user.maxBio", 900), set("general.instanceName", "B"));
    await save(config, "bob", set("limits.user.maxUsername", 30));
    expect(JSON.parse(await undo(config, wrong))).toEqual({
      general: { instanceName: "A" },
      limits: { user: { maxBio: 100, maxUsername: 30 } },
    });
    const [made] = await config.records.find({ limit: 1 });
    expect(made).toMatchObject({ author: "cora", note: `Undid version ${wrong}` });
    // The version that undid the change can be undone as well.
    expect(JSON.parse(await undo(config, made!.id))).toMatchObject({
      general: { instanceName: "B" },
      limits: { user: { maxBio: 900 } },
    });
  });

  test("can be limited to one setting", async () => {
    const { config, write } = await testFile();
    write("{}");
    await save(config, "ada", set("limits.user.maxBio", 1));
    const id = await save(config, "ada", set("limits.user.maxBio", 2), set("general.instanceName", "B"));
    expect(JSON.parse(await undo(config, id, ["limits.user.maxBio"]))).toEqual({
      limits: { user: { maxBio: 1 } },
      general: { instanceName: "B" },
    });
    expect((await config.records.find({ limit: 1 }))[0]?.note).toBe(`Undid 1 of 2 changes in version ${id}`);
    expect(await undo(config, id, ["limits.user.maxBio"])).toMatch(/^conflict: .*nothing to undo/);
    expect(await undo(config, id, ["limits.user.maxGuilds"])).toMatch(
      /^not-found: Version \d+ did not change/,
    );
  });

  test("has a preview that shows newer changes to the same settings", async () => {
    const { config, write } = await testFile();
    write('{"limits": {"user": {"maxBio": "many"}}}');
    await save(config, "ada", set("general.instanceName", "A"), set("limits.guild.maxRoles", 10));
    const id = await save(
      config,
      "ada",
      set("limits.user.maxBio", 5),
      set("limits.user.maxUsername", 6),
      set("general.instanceName", "B"),
      set("limits.guild.maxRoles", 20),
    );
    await save(config, "bob", set("general.instanceName", "C"));
    const last = await save(config, "grace", set("general.instanceName", "D"));
    const back = await save(config, "bob", set("limits.guild.maxRoles", 10));
    const { lines, base } = await previewUndo(config, id, undefined);
    expect(base).toBe((await readAndRecord(config)).etag);
    const byPath = Object.fromEntries(lines.map((line) => [line.path, line]));
    expect(byPath).toMatchObject({
      "limits.user.maxUsername": { state: "same", before: null, after: 6, now: 6 },
      "general.instanceName": {
        state: "changed",
        before: "A",
        after: "B",
        now: "D",
        since: { id: last, author: "grace" },
      },
      "limits.guild.maxRoles": { state: "undone", now: 10, since: { id: back, author: "bob" } },
      "limits.user.maxBio": { state: "refused", before: "many", reason: expect.stringContaining("number") },
    });
    expect(byPath["limits.user.maxUsername"]).not.toHaveProperty("since");
    expect(await undo(config, id)).toMatch(/^invalid-settings: .*number.*Nothing was undone\.$/);
  });

  test("shows an immediate newer change, and what an undo does to a secret", async () => {
    const password = (text: string | null) => ({ email: { smtp: { password: text } } });
    const shown = async (...texts: (string | null)[]) => {
      const { config, ids } = await versionsOf(...texts.map(password));
      const [line] = (await previewUndo(config, ids[1]!, undefined)).lines;
      return [line?.secret, line?.since?.id === ids[2]];
    };
    expect(await shown("one-one", "two-two", "three-three")).toEqual(["replaced", true]);
    expect(await shown("one-one", "two-two", null)).toEqual(["set", true]);
    expect(await shown(null, "two-two", "three-three")).toEqual(["cleared", true]);
  });

  test("lists the first 500 of more changes, and counts the rest", async () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, nth]));
    for (const count of [500, 501]) {
      const { config, ids } = await versionsOf({ mine: { z: 0 } }, { mine: { z: 0, ...keys(count) } });
      const { lines, more } = await previewUndo(config, ids[1]!, undefined);
      expect([lines.length, more]).toEqual([500, count === 500 ? undefined : 1]);
    }
  });

  test("restores a contradiction that the previous version had", async () => {
    const captcha = { enabled: true, service: "hcaptcha", sitekey: "key" };
    const { config, ids } = await versionsOf(
      { security: { captcha } },
      { security: { captcha: { ...captcha, enabled: false } } },
      { security: { captcha: { ...captcha, enabled: false } }, x: 1 },
    );
    expect(JSON.parse(await undo(config, ids[1]!))).toEqual({ security: { captcha }, x: 1 });
  });

  test("names each value that the instance cannot read", async () => {
    const { config, write } = await testFile();
    write('{"limits": {"user": {"maxBio": "many"}}}');
    const id = await save(config, "ada", set("limits.user.maxBio", 5));
    await save(config, "ada", set("general.instanceName", "B"));
    const { etag: baseEtag } = await readAndRecord(config);
    await expect(
      revert(config, { to: { change: id }, baseEtag, author: byOperator("cora") }),
    ).rejects.toMatchObject({ code: "invalid-settings", problems: [{ path: "limits.user.maxBio" }] });
  });

  test("has the operator's note, or one that says what was undone", async () => {
    const { config, ids } = await versionsOf({ odd: 1 }, { odd: 2 });
    const back = async (note: string) => {
      const { etag: baseEtag } = await readAndRecord(config);
      const [oldest] = ids;
      await revert(config, { to: { version: oldest! }, baseEtag, author: byOperator("cora"), note });
      return (await config.records.find({ limit: 1 }))[0]?.note;
    };
    expect(await back("  ")).toMatch(/^Restored from version \d+ of /);
    const id = await newest(config);
    await revert(config, {
      to: { change: id },
      baseEtag: (await readAndRecord(config)).etag,
      author: byOperator("cora"),
    });
    expect(await back(" too early ")).toBe("too early");
  });

  test("is refused for the oldest stored version", async () => {
    const { config, ids } = await versionsOf({}, { odd: 1 });
    expect(await undo(config, ids[0]!)).toMatch(/^conflict: Version \d+ is the oldest stored version/);
  });

  test("restores a secret, and the preview does not contain it", async () => {
    const { config, write } = await testFile();
    write('{"email": {"smtp": {"password": "first-secret"}}, "odd": {"apiToken": "t0"}}');
    const id = await save(config, "ada", set("email.smtp.password", "second-secret"));
    write('{"email": {"smtp": {"password": "second-secret"}}, "odd": {"apiToken": "t1"}}');
    await readAndRecord(config);
    const other = await newest(config);
    const text = JSON.stringify([
      await previewUndo(config, id, undefined),
      await previewUndo(config, other, undefined),
    ]);
    expect(text).not.toMatch(/secret"?:"\w+-secret|t0|t1/);
    expect((await previewUndo(config, id, undefined)).lines).toMatchObject([
      { state: "same", secret: "replaced", before: null, after: null, now: null },
    ]);
    expect(JSON.parse(await undo(config, id))).toMatchObject({
      email: { smtp: { password: "first-secret" } },
    });
    expect(JSON.parse(await undo(config, other))).toMatchObject({ odd: { apiToken: "t0" } });
  });

  test("is refused if a previous value contradicts a newer change", async () => {
    const { config, write } = await testFile();
    const captcha = { enabled: true, service: "hcaptcha", sitekey: "key", secret: "a-secret" };
    write(JSON.stringify({ security: { captcha } }));
    const id = await save(config, "ada", set("security.captcha.enabled", false));
    await save(config, "bob", unset("security.captcha.sitekey"));
    expect(await undo(config, id)).toMatch(/^invalid-settings: .*Nothing was saved\.$/);
    expect(JSON.parse((await readAndRecord(config)).version?.text ?? "")).toMatchObject({
      security: { captcha: { enabled: false } },
    });
  });
});

describe("restoring values", () => {
  const region = (more: string) => `{"id": "eu", "name": " Europe "${more}}`;
  const fileWith = (name: string, ...regions: string[]) =>
    `{"regions": {"available": [${regions.join(", ")}]}, "general": {"instanceName": "${name}"}}`;

  test.each([
    ["a removed element", region(', "shard": 12345678901234567890'), undefined],
    ["an element to which keys were added", region(""), region(', "vip": false, "note": "x"')],
  ])("restores %s exactly, without trimming, rounding or further keys", async (_, before, after) => {
    const { config, write } = await testFile();
    write(fileWith(" A ", before));
    await readAndRecord(config);
    write(fileWith("B", ...(after ? [after] : [])));
    await readAndRecord(config);
    const id = await newest(config);
    await save(config, "ada", set("limits.user.maxGuilds", 7));
    const whole = fileWith(" A ", before);
    const limits = ', "limits": {"user": {"maxGuilds": 7}}}';
    expect(parseJson(await undo(config, id))).toEqual(parseJson(whole.replace(/\}$/, limits)));
    const { lines } = await previewUndo(config, id, undefined);
    expect(lines.map(({ state }) => state)).toEqual(["undone", "undone"]);

    await save(config, "ada", set("general.instanceName", "C"), set("regions.available", []));
    const { etag: baseEtag } = await readAndRecord(config);
    const only = ["general.instanceName", "regions.available"];
    const [first] = (await config.records.find({ limit: 9 })).toReversed();
    const { version } = await revert(config, {
      ...{ to: { version: first!.id }, only, baseEtag, author: byOperator("cora") },
    });
    expect([parseJson(version?.text ?? "")]).toMatchObject([parseJson(whole)]);
  });
});

test("restoring a version asks for proof of identity only if a secret changes", async () => {
  const asked = async (before: unknown) => {
    const { config, ids } = await versionsOf(before, { odd: 2 });
    let count = 0;
    const { etag: baseEtag } = await readAndRecord(config);
    const onSecretChange = () => void (count += 1);
    await revert(config, { to: { version: ids[0]! }, baseEtag, author: byOperator("cora"), onSecretChange });
    return count;
  };
  expect([await asked({ odd: 1 }), await asked({ security: { jwtSecret: "x" } })]).toEqual([0, 1]);
});

test("restoring a list from a version removes the keys that its elements did not have", async () => {
  const region = { id: "eu", name: "Europe", endpoint: "h:1", vip: false, custom: false, deprecated: false };
  const { config, ids } = await versionsOf(
    { regions: { available: [region] } },
    { regions: { available: [{ ...region, name: "Europa", berth: 7 }] } },
  );
  const { etag: baseEtag } = await readAndRecord(config);
  const { version } = await revert(config, {
    ...{ to: { version: ids[0]! }, only: ["regions.available"], baseEtag, author: byOperator("cora") },
  });
  expect(JSON.parse(version?.text ?? "")).toEqual({ regions: { available: [region] } });
});

describe("undoing changes to unrecognized keys", () => {
  const now = async (versions: unknown[], which: number, paths?: string[]) => {
    const { config, ids } = await versionsOf(...versions);
    return JSON.parse(await undo(config, ids[which]!, paths)) as unknown;
  };

  test("restores changed and removed keys and preserves newer changes", async () => {
    const versions = [
      { odd: { a: 1, b: 1 }, pier: 1 },
      { odd: { a: 2 }, pier: 1 },
      { odd: { a: 2, c: 3 }, pier: 2 },
    ];
    expect(await now(versions, 1)).toEqual({ odd: { a: 1, b: 1, c: 3 }, pier: 2 });
    expect(await now(versions, 1, ["odd.b"])).toEqual({ odd: { a: 2, b: 1, c: 3 }, pier: 2 });
  });

  test("removes an added object, but not keys that were added later", async () => {
    expect(await now([{}, { odd: { a: { b: 1 } } }, { odd: { a: { b: 1 } }, x: 1 }], 1)).toEqual({ x: 1 });
    expect(await now([{}, { odd: { a: 1 } }, { odd: { a: 1, b: 2 } }], 1)).toEqual({ odd: { b: 2 } });
  });

  test.each([
    ["a value that became an object", { odd: 1 }, { odd: { a: 1, b: 2 } }],
    ["an object that became a value", { odd: { a: 1, b: 2 } }, { odd: 1 }],
    ["an empty object that got members", { odd: {} }, { odd: { a: 1 } }],
    ["an object that lost its members", { odd: { a: 1 } }, { odd: {} }],
    ["a list", { odd: [1, 2] }, { odd: [2] }],
  ])("restores %s", async (_, before, after) => {
    const later = { ...after, x: 1 };
    expect(await now([before, after, later], 1)).toEqual({ ...before, x: 1 });
  });

  test("preserves what was added meanwhile to an object that was empty, and the settings of an added group", async () => {
    expect(await now([{ odd: {} }, { odd: { a: 1 } }, { odd: { a: 1, c: 2 } }], 1)).toEqual({
      odd: { c: 2 },
    });
    expect(await now([{ odd: {} }, { odd: 1 }, { odd: 1, x: 1 }], 1)).toEqual({ odd: {}, x: 1 });
    const versions = [{}, { general: { odd: 1, instanceName: "A" } }];
    expect(await now([...versions, { ...versions[1], x: 1 }], 1, ["general.odd"])).toEqual({
      general: { instanceName: "A" },
      x: 1,
    });
  });

  test("in the newest version restores the previous version byte for byte", async () => {
    const { config, write } = await testFile();
    const text = '{ "odd":   {"b": 1, "a": 2},\n "general": {} }';
    write(text);
    await readAndRecord(config);
    write('{"odd": {"a": 3}}');
    await readAndRecord(config);
    const [row] = await config.records.find({ limit: 1 });
    expect(row?.author).toBe(outsideAuthor.name);
    expect(await undo(config, row!.id)).toBe(text);
  });
});

test("the history of one setting contains at most the requested number of changes", async () => {
  const { config, write } = await testFile();
  write("{}");
  for (const value of [1, 2, 3]) await save(config, "ada", set("limits.user.maxBio", value));
  const { entries } = await settingHistory(config, "limits.user.maxBio", 1);
  expect(entries.map(({ change }) => change.after)).toEqual([3]);
});

describe("the preview and the undo of a change", () => {
  const [neutral, branded] = [{ errorTracking: {} }, { rabbitmq: {} }];

  test("hide a value of which only the hidden part changed since", async () => {
    const url = (password: string) => ({ cdn: { imageProxyServerUrl: `http://u:${password}@h.example` } });
    const other = { cdn: { imageProxyServerUrl: "http://other.example" } };
    const { config, ids } = await versionsOf(url("one"), other, url("two"));
    expect((await previewUndo(config, ids[1]!, undefined)).lines).toMatchObject([
      { secret: "replaced", before: null, after: null, now: null },
    ]);
  });

  test("do not say when a value changed that is as the version set it", async () => {
    const bio = (maxBio: number) => ({ limits: { user: { maxBio } } });
    const { config, ids } = await versionsOf(bio(1), bio(2), bio(3), { ...bio(2), x: 1 });
    const { lines } = await previewUndo(config, ids[1]!, undefined);
    expect(lines).toMatchObject([{ state: "same" }]);
    expect(lines[0]).not.toHaveProperty("since");
  });

  test("do not take the change itself for a later one if a version in between cannot be read", async () => {
    const { config, write, ids } = await versionsOf({ odd: 1 }, { odd: 2 });
    const bytes = Buffer.from("{");
    await config.records.insertOutside({ etag: "0".repeat(64), bytes }, null);
    write('{"odd": 3}');
    await readAndRecord(config);
    const { lines } = await previewUndo(config, ids[1]!, undefined);
    expect(lines).toMatchObject([{ state: "changed" }]);
    expect(lines[0]).not.toHaveProperty("since");
  });

  test("know the settings of the server that either version belonged to", async () => {
    const own = { user: { botsCanUseInvites: true } };
    const { config, write, ids } = await versionsOf(
      neutral,
      { ...branded, ...own },
      {
        ...branded,
        ...own,
        x: 1,
      },
    );
    const path = "user.botsCanUseInvites";
    const line = async () =>
      (await previewUndo(config, ids[1]!, undefined)).lines.find((one) => one.path === path);
    expect(await line()).toMatchObject({ known: true, state: "same", before: null, after: true });
    write(JSON.stringify({ errorTracking: {}, user: { botsCanUseInvites: 5 } }));
    await readAndRecord(config);
    const reason = "The program that this file belongs to does not have this setting.";
    expect(await undo(config, ids[1]!, [path])).not.toContain(reason);
    const { config: back, ids: versions } = await versionsOf({ ...branded, ...own }, branded, neutral);
    expect(await undo(back, versions[1]!, [path])).toContain(reason);
  });

  test("refuse a key that is a setting now", async () => {
    const odd = (botsCanUseInvites: boolean) => ({ user: { botsCanUseInvites } });
    const { config, ids } = await versionsOf(
      { ...neutral, ...odd(true) },
      { ...neutral, ...odd(false) },
      { ...branded, ...odd(false) },
    );
    expect(await undo(config, ids[1]!, ["user.botsCanUseInvites"])).toMatch(
      /^invalid-settings: This key is a setting now\. Change the setting instead\./,
    );
  });

  test("refuse a base that changed, even if the values are restored already", async () => {
    const { config, ids } = await versionsOf({ odd: 1 }, { odd: 2 });
    const { etag: baseEtag } = await readAndRecord(config);
    await undo(config, ids[1]!);
    const request = { baseEtag, author: byOperator("cora"), to: { change: ids[1]! } };
    await expect(revert(config, request)).rejects.toMatchObject({ code: "config-changed" });
  });

  test("restore one key of an object that became null, and not its neighbors", async () => {
    const { config, ids } = await versionsOf({ odd: { x: 1, y: 2 } }, { odd: null }, { odd: null, z: 1 });
    expect(JSON.parse(await undo(config, ids[1]!, ["odd.x"]))).toEqual({ odd: { x: 1 }, z: 1 });
  });
});

test("a restored value is exactly the stored one", async () => {
  const { config, ids } = await versionsOf({ limits: { user: { maxBio: "7" } } }, {});
  const request = { baseEtag: (await readAndRecord(config)).etag, author: byOperator("cora") };
  const only = ["limits.user.maxBio"];
  const { version } = await revert(config, { ...request, to: { version: ids[0]! }, only });
  expect(version?.text).toContain('"7"');
});
