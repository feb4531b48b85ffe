import { byOperator, outsideAuthor } from "@/lib/shared/author";
import { describe as suite, expect, test } from "vitest";
import { testFile } from "@/testing/config-file/test-file";
import { PublicServer } from "@/testing/public-server";
import { saveOperations } from "./save-operations";
import { describe } from "./describe";
import { readAndRecord } from "./open-file";
import { saveRaw } from "./raw-text";
import { listVersions } from "./history";
import { revert } from "./revert";
import { undoneValues } from "./undone";

/** Edits the parsed file, which is then saved as in the raw editor. */
type Change = (file: Record<string, Record<string, never>>) => void;

const added = { harbor: { pier: 1, tides: [1, 2] }, regions: { depth: "12 m" } };

async function fileWithServer() {
  const file = await testFile();
  file.write(JSON.stringify(added));
  const server = PublicServer.start(file.config.path);
  const etag = async () => (await readAndRecord(file.config)).etag;
  return {
    ...file,
    server,
    json: () => JSON.parse(file.read()) as Record<string, Record<string, unknown>>,
    saveText: async (change: Change) => {
      const baseEtag = await etag();
      const content = JSON.parse(file.read()) as Parameters<Change>[0];
      change(content);
      await saveRaw(file.config, {
        baseEtag,
        author: byOperator("ada"),
        text: JSON.stringify(content, null, 4),
      });
    },
    saveKey: async (path: string, text: string | null) =>
      saveOperations(file.config, {
        baseEtag: await etag(),
        author: byOperator("ada"),
        operations: [],
        keys: [{ path, text }],
      }),
    saveSetting: async (path: string, value: unknown) =>
      saveOperations(file.config, {
        baseEtag: await etag(),
        author: byOperator("ada"),
        operations: [{ op: "set", path, value }],
      }),
    undone: async () => {
      await readAndRecord(file.config);
      return undoneValues(file.config);
    },
    restore: async (paths?: string[]) =>
      revert(file.config, {
        to: { undone: true },
        baseEtag: await etag(),
        author: byOperator("bob"),
        only: paths,
      }),
  };
}

test("the panel reports a removed secret that the server restores", async () => {
  const { server, saveSetting, undone } = await fileWithServer();
  const path = "email.smtp.password";
  await saveSetting(path, "the one of the start");
  server.restart();
  await saveSetting(path, null);
  server.rewrite();
  expect(await undone()).toMatchObject([
    { path, secret: true, saved: null, now: null, isRemoved: { saved: true, now: false } },
  ]);
});

suite("unrecognized keys in a rewritten file", () => {
  test("are reported individually and can be restored", async () => {
    const { config, server, saveKey, saveSetting, saveText, undone, restore, read } = await fileWithServer();
    await saveText((file) => Object.assign(file, { beacon: "lit" }));
    await saveSetting("limits.user.maxBio", 200);
    await saveKey("harbor", '{ "pier": 2, "tides": [1, 2, 12345678901234567890], "crane": null }');
    const wanted = JSON.parse(read()) as unknown;
    server.rewrite();
    const reported = await undone();
    expect(reported.toSorted((a, b) => a.path.localeCompare(b.path))).toMatchObject([
      { path: "beacon", known: false, secret: true, saved: null, isRemoved: { saved: false, now: true } },
      { path: "harbor.crane", saved: null, isRemoved: { saved: false, now: true } },
      { path: "harbor.pier", known: false, saved: 2, now: 1, author: "ada" },
      { path: "harbor.tides", known: false, saved: [1, 2, "12345678901234567890"], now: [1, 2] },
      { path: "limits.user.maxBio", known: true, saved: 200, now: 190 },
    ]);
    const { problems } = await describe(config, await readAndRecord(config));
    expect(problems.map(({ message }) => message)).toContainEqual(
      expect.stringContaining("The value that ada saved at the unrecognized key beacon was undone"),
    );
    await restore();
    expect(JSON.parse(read())).toEqual(wanted);
    expect(read()).toContain("12345678901234567890");
    expect(await undone()).toEqual([]);
  });

  test("can be restored individually", async () => {
    const { server, saveKey, undone, restore, json } = await fileWithServer();
    await saveKey("harbor", '{ "pier": 2, "tides": [] }');
    server.rewrite();
    await undone();
    await restore(["harbor.tides"]);
    expect(json().harbor).toEqual({ pier: 1, tides: [] });
    expect(await undone()).toMatchObject([{ path: "harbor.pier" }]);
  });

  test("can be restored even if the server changed a value's type", async () => {
    const { server, saveKey, undone, restore, json } = await fileWithServer();
    await saveKey("harbor", '{ "pier": { "length": 30 }, "tides": [1, 2] }');
    await saveKey("regions.depth", null);
    server.rewrite();
    expect((await undone()).map(({ path }) => path).toSorted()).toEqual([
      "harbor.pier",
      "harbor.pier.length",
      "regions.depth",
    ]);
    await restore();
    expect(json().harbor).toEqual({ pier: { length: 30 }, tides: [1, 2] });
    expect(json().regions).not.toHaveProperty("depth");
    expect(await undone()).toEqual([]);
  });

  test("are not reported if the server has loaded the saved values", async () => {
    const { server, saveKey, undone, write, read } = await fileWithServer();
    await saveKey("harbor", '{ "pier": 2, "tides": [1, 2] }');
    server.restart();
    expect(await undone()).toEqual([]);
    write(read().replace('"pier": 2', '"pier": 3'));
    expect(await undone()).toEqual([]);
  });
});

suite("unrecognized keys in list elements", () => {
  const regions = (json: () => Record<string, Record<string, unknown>>) =>
    json().regions?.available as Record<string, unknown>[];

  test("are reported under the element's id and can be restored", async () => {
    const { server, saveText, undone, restore, json, read } = await fileWithServer();
    await saveText(({ regions }) =>
      Object.assign((regions!.available as object[] | undefined)![0]!, { berth: "A1" }),
    );
    server.rewrite();
    expect(await undone()).toMatchObject([
      {
        path: "regions.available.spacebar.berth",
        known: false,
        secret: true,
        saved: null,
        isRemoved: { now: true },
      },
    ]);
    const before = read();
    await restore();
    expect(regions(json)[0]).toMatchObject({ id: "spacebar", endpoint: "127.0.0.1:3004", berth: "A1" });
    expect(read().replace(/,\s*"berth": "A1"/, "")).toBe(before);
    expect(await undone()).toEqual([]);
  });

  test("can be restored without losing another change to the same element", async () => {
    const { server, saveText, saveSetting, undone, restore, json, write } = await fileWithServer();
    const element = {
      id: "north",
      name: "North",
      endpoint: "h:1",
      vip: false,
      custom: false,
      deprecated: false,
    };
    await saveText(({ regions }) =>
      Object.assign(regions!, { default: "north", available: [{ ...element, berth: 7, old: 1 }] }),
    );
    server.restart();
    await saveText(({ regions }) => Object.assign(regions!, { available: [{ ...element, berth: 9 }] }));
    await saveSetting("regions.available", [{ ...element, endpoint: "h:2" }]);
    const rewritten = json();
    Object.assign(regions(() => rewritten)[0]!, { berth: 7, old: 1 });
    write(JSON.stringify(rewritten, null, 4));
    expect(await undone()).toMatchObject([
      { path: "regions.available.north.berth", saved: 9, now: 7 },
      { path: "regions.available.north.old", now: 1, isRemoved: { saved: true, now: false } },
    ]);
    await restore();
    expect(regions(json)).toEqual([{ ...element, endpoint: "h:2", berth: 9 }]);
  });

  test("do not change when an operator restores the list", async () => {
    const { server, saveSetting, saveText, undone, restore, json, write } = await fileWithServer();
    const element = json().regions!.available as Record<string, unknown>[];
    await saveText(({ regions }) =>
      Object.assign((regions!.available as object[] | undefined)![0]!, { berth: 1 }),
    );
    server.restart();
    await saveSetting("regions.available", [{ ...element[0], endpoint: "h:9" }]);
    server.rewrite();
    const rewritten = json();
    Object.assign(regions(() => rewritten)[0]!, { berth: 2 });
    write(JSON.stringify(rewritten, null, 4));
    expect(await undone()).toMatchObject([{ path: "regions.available" }]);
    await restore();
    expect(regions(json)).toEqual([{ ...element[0], endpoint: "h:9", berth: 2 }]);
  });

  test("can be restored only together with their element", async () => {
    const { server, saveText, undone, restore, json } = await fileWithServer();
    const element = {
      id: "south",
      name: "South",
      endpoint: "h:3",
      vip: false,
      custom: false,
      deprecated: false,
    };
    await saveText(({ regions }) =>
      (regions!.available as object[] | undefined)!.push({ ...element, berth: 3 }),
    );
    server.rewrite();
    expect((await undone()).map(({ path }) => path)).toEqual([
      "regions.available",
      "regions.available.south.berth",
    ]);
    await expect(restore(["regions.available.south.berth"])).rejects.toMatchObject({ code: "conflict" });
    await restore();
    expect(regions(json)).toHaveLength(2);
    expect(regions(json)[1]).toEqual({ ...element, berth: 3 });
  });
});

test("credentials in unrecognized keys are hidden in problems and in the history", async () => {
  const { config, server, saveKey, saveText, undone, restore, json } = await fileWithServer();
  await saveText((file) => {
    Object.assign(file, {
      beacon: { apiToken: "first-0451", relays: [{ pass: "first-0452" }], keys: ["first-0453"] },
    });
    Object.assign((file.regions!.available as object[] | undefined)![0]!, { authToken: "first-0454" });
  });
  server.restart();
  await saveKey(
    "beacon",
    '{ "apiToken": "next-0451", "relays": [{ "pass": "next-0452" }], "keys": ["next-0453"], "url": "http://u:next-0455@h" }',
  );
  await saveText(({ regions }) =>
    Object.assign((regions!.available as object[] | undefined)![0]!, { authToken: "next-0454" }),
  );
  server.rewrite();
  const reported = await undone();
  expect(reported.map(({ path, secret }) => [path, secret]).toSorted()).toEqual([
    ["beacon.apiToken", true],
    ["beacon.keys", true],
    ["beacon.relays", true],
    ["beacon.url", true],
    ["regions.available.spacebar.authToken", true],
  ]);
  const document = await describe(config, await readAndRecord(config));
  const history = await listVersions(config, { limit: 20 });
  expect(JSON.stringify([reported, document, history])).not.toMatch(/045\d/);
  await restore();
  expect(json().beacon).toEqual({
    apiToken: "next-0451",
    relays: [{ pass: "next-0452" }],
    keys: ["next-0453"],
    url: "http://u:next-0455@h",
  });
});

test("a save counts as an operator's change regardless of the operator's name", async () => {
  const { config, server, undone } = await fileWithServer();
  const { etag } = await readAndRecord(config);
  const operations = [{ op: "set" as const, path: "limits.user.maxBio", value: 77 }];
  await saveOperations(config, { baseEtag: etag, author: byOperator(outsideAuthor.name), operations });
  server.rewrite();
  expect(await undone()).toMatchObject([{ path: "limits.user.maxBio", saved: 77, authorKind: "operator" }]);
});

suite("a file that another program rewrote", () => {
  const eu = { id: "eu", name: "Europe", endpoint: "h:1", vip: false, custom: false, deprecated: false };
  const us = { ...eu, id: "us", name: "America" };
  const nameless = { name: "Somewhere", endpoint: "h:1" };
  const listed = (...available: object[]) => ({ regions: { available } });

  /** The panel saves `saved` over `before`, and then another program writes `after`. */
  async function rewritten(before: object, saved: object, after: object = before) {
    const { config, write, again } = await testFile();
    write(JSON.stringify(before));
    const { etag: baseEtag } = await readAndRecord(config);
    await saveRaw(config, { baseEtag, author: byOperator("ada"), text: JSON.stringify(saved) });
    write(JSON.stringify(after, null, 1));
    await readAndRecord(config);
    return {
      ...{ config, write, again },
      paths: async () => (await undoneValues(config)).map(({ path }) => path),
      restore: async (...only: string[]) => {
        const { etag } = await readAndRecord(config);
        const request = { baseEtag: etag, author: byOperator("bob") };
        const to = { undone: true } as const;
        const { version } = await revert(config, { ...request, to, ...(only.length > 0 && { only }) });
        return JSON.parse(version?.text ?? "") as unknown;
      },
    };
  }

  test.each<[string, object, object]>([
    ["a key and the removal of its neighbor", { odd: { a: 1, old: 1 } }, { odd: { a: 2 } }],
    [
      "an object and the removal of a key of that name from a list",
      listed({ ...eu, berth: 5 }),
      { ...listed(eu), berth: { x: 1 } },
    ],
    [
      "a key in a list and the removal of a key of that name",
      { ...listed(eu), berth: 5 },
      listed({ ...eu, berth: 7 }),
    ],
    ["a list without an element that had a key", listed({ ...eu, berth: 5 }, us), listed(us)],
    [
      "a key of the second element without an id",
      listed(nameless, nameless),
      listed(nameless, { ...nameless, berth: 7 }),
    ],
    ["a key of the second element with an id", listed(eu, eu), listed(eu, { ...eu, berth: 7 })],
    ["a key of an element whose id is empty", listed({ ...eu, id: "" }), listed({ ...eu, id: "", berth: 7 })],
  ])("gets back %s", async (_, before, saved) => {
    const { restore, paths } = await rewritten(before, saved);
    expect(await restore()).toEqual(saved);
    expect(await paths()).toEqual([]);
    await expect(restore()).rejects.toMatchObject({ code: "conflict" });
  });

  test("reports a setting as known, and a key of an element by its number if its id is not unique", async () => {
    const number = { ...eu, berth: 7 };
    const limits = (maxBio: number) => ({ limits: { user: { maxBio } } });
    const { config } = await rewritten(
      { ...listed({ ...eu, id: "" }, us, us), ...limits(7) },
      { ...listed({ ...number, id: "" }, us, { ...us, berth: 7 }), ...limits(8) },
    );
    expect((await undoneValues(config)).map(({ path, known }) => [path, known])).toEqual([
      ["regions.available.0.berth", false],
      ["regions.available.2.berth", false],
      ["limits.user.maxBio", true],
    ]);
  });

  test("gets back only the list with all keys of an element that it lacks", async () => {
    const { restore } = await rewritten(listed(eu), listed(eu, { ...us, berth: 7 }));
    expect(await restore("regions.available")).toEqual(listed(eu, { ...us, berth: 7 }));
    const first = await rewritten(listed(), listed({ ...us, berth: 7 }));
    expect(await first.restore("regions.available")).toEqual(listed({ ...us, berth: 7 }));
  });

  test.each<[string, object, object, string]>([
    ["whose list is gone", listed(eu), listed({ ...eu, berth: 2 }), "regions.available.eu"],
    ["whose element is gone", listed(nameless), listed({ ...nameless, berth: 2 }), "regions.available.0"],
  ])("gets back no key %s, and the error names the place", async (_, before, saved, place) => {
    const { restore } = await rewritten(before, saved, {});
    const message = `The file no longer has a place for the value at ${place}. Nothing was saved.`;
    await expect(restore()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(message),
    });
  });

  test("refuses an unknown base, and names what was to be restored", async () => {
    const { config } = await rewritten({ odd: 1 }, { odd: 2 });
    const request = { baseEtag: "0".repeat(64), author: byOperator("bob") };
    await expect(revert(config, { ...request, to: { undone: true } })).rejects.toMatchObject({
      code: "config-changed",
      details: { conflicts: ["odd"], changed: ["odd"] },
    });
  });

  test("counts a default that the file states as the same value", async () => {
    const { paths } = await rewritten({}, { limits: { user: { maxBio: 190 } } });
    expect(await paths()).toEqual([]);
  });

  test("does not report a value again that was saved and rewritten by other programs", async () => {
    const [before, saved] = [{ odd: 1 }, { odd: 2 }];
    const { config, write, paths } = await rewritten(before, saved);
    expect(await paths()).toEqual(["odd"]);
    for (const content of [saved, before]) {
      write(`${JSON.stringify(content)}\n`);
      await readAndRecord(config);
    }
    expect(await paths()).toEqual([]);
  });

  test("is compared again after a stored version could not be read", async () => {
    const { config, again, paths } = await rewritten({ odd: 1 }, { odd: 2 });
    const expected = await paths();
    const contents = await config.db.selectFrom("config_revisions").select(["id", "content"]).execute();
    await config.db
      .updateTable("config_revisions")
      .set({ content: Buffer.from("x") })
      .execute();
    const restarted = again();
    await expect(undoneValues(restarted)).rejects.toThrow();
    for (const { id, content } of contents)
      await config.db.updateTable("config_revisions").set({ content }).where("id", "=", id).execute();
    expect((await undoneValues(restarted)).map(({ path }) => path)).toEqual(expected);
  });
});
