import { byOperator } from "@/lib/shared/author";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { describe as suite, expect, test } from "vitest";
import { outsideAuthor } from "@/lib/shared/author";
import { AppError } from "@/lib/errors";
import { saveOperations } from "./save-operations";
import { type OpenFile, readAndRecord } from "./open-file";
import { compareVersions, describeVersion, listVersions } from "./history";
import { revert } from "./revert";
import { createFiles, realFileOps } from "./disk/disk";
import { create, prepare } from "./prepare";
import type { Db } from "@/lib/server/db";
import { testFile } from "@/testing/config-file/test-file";

const set = (path: string, value: unknown) => ({ op: "set" as const, path, value });
const unset = (path: string) => ({ op: "unset" as const, path });

async function save(
  config: OpenFile,
  author: string,
  ...operations: (ReturnType<typeof set> | ReturnType<typeof unset>)[]
) {
  return saveOperations(config, {
    baseEtag: (await readAndRecord(config)).etag,
    author: byOperator(author),
    operations,
    note: `by ${author}`,
  });
}

/** Returns `config` with a simulated program that calls `overtake` once, right before the given file-system call. */
function before(config: OpenFile, call: "link" | "chmod" | "rename", overtake: () => void): OpenFile {
  const original = realFileOps[call] as (...parameters: unknown[]) => Promise<void>;
  let overtaken = false;
  const racing = (...parameters: unknown[]): Promise<void> => {
    if (!overtaken) overtake();
    overtaken = true;
    return original(...parameters);
  };
  return { ...config, files: createFiles({ ...realFileOps, [call]: racing }) };
}

/**
 * A database that delays the result of the first query after `delayNext()` until `answer()` is called. `asked` resolves
 * when this result is ready.
 */
function lateDatabase(db: Db): { db: Db; delayNext: () => void; asked: Promise<void>; answer: () => void } {
  let [answer, arrive] = [(): void => undefined, (): void => undefined];
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const asked = new Promise<void>((resolve) => (arrive = resolve));
  let isNext = false;
  const executeQuery: Db["executeQuery"] = async (query) => {
    const isLate = isNext;
    isNext = false;
    const result = await db.executeQuery(query);
    if (isLate) {
      arrive();
      await answered;
    }
    return result as never;
  };
  const late = Object.assign(db.withoutPlugins(), { executeQuery });
  return { db: late, delayNext: () => void (isNext = true), asked, answer: () => answer() };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

suite("versions", () => {
  test("can be searched by number, author and note", async () => {
    const { config, write } = await testFile();
    write("{}");
    await save(config, "ada", set("general.instanceName", "B"));
    await save(config, "grace", set("general.instanceName", "C_D"));
    const found = async (search: string) =>
      (await config.records.find({ search, limit: 5 })).map(({ author }) => author);
    const [{ id } = { id: 0 }] = await config.records.find({ limit: 1 });
    for (const text of ["GRACE", "y grac", `#${id}`, `version ${id}`])
      expect(await found(text)).toEqual(["grace"]);
    expect(await found("by")).toEqual(["grace", "ada"]);
    expect(await found("b_")).toEqual([]);
  });

  test("mask credentials in notes", async () => {
    const { config, write } = await testFile();
    write("{}");
    await saveOperations(config, {
      baseEtag: (await readAndRecord(config)).etag,
      author: byOperator("ada"),
      operations: [set("email.smtp.password", "wick-4711")],
      note: "rotated amqp://chat:lamp@broker, the password is wick-4711",
    });
    const [saved] = await config.records.find({ limit: 1 });
    expect(saved?.note).toBe("rotated amqp://chat:•••@broker, the password is •••");
    expect(await config.records.find({ search: "wick", limit: 5 })).toEqual([]);
  });

  test("are listed with author, note and changes, but without secrets", async () => {
    const { config, write } = await testFile();
    write('{"general": {"instanceName": "A"}, "odd": {"apiToken": "t0", "n": 1}}');
    await save(config, "ada", set("general.instanceName", "B"), set("email.smtp.password", "first-secret"));
    await save(
      config,
      "bob",
      set("email.smtp.password", "second-secret"),
      set("register.email.domains", ["x.example"]),
    );
    await save(config, "ada", unset("email.smtp.password"));
    write('{"general": {"instanceName": "B"}, "odd": {"apiToken": "t1", "n": 98765432109876543210}}');
    await readAndRecord(config);

    const { revisions, total, next } = await listVersions(config, { limit: 10 });
    expect([total, next]).toEqual([5, null]);
    expect(revisions.map(({ author, note }) => [author, note])).toEqual([
      [outsideAuthor.name, null],
      ["ada", "by ada"],
      ["bob", "by bob"],
      ["ada", "by ada"],
      [outsideAuthor.name, "Found when the panel first read it"],
    ]);
    const secret = { path: "email.smtp.password", known: true, before: null, after: null };
    const byPath = (list: readonly { path: string }[] | null) =>
      list?.toSorted((a, b) => a.path.localeCompare(b.path)) ?? null;
    expect(revisions.map(({ changes }) => byPath(changes))).toEqual([
      [
        { path: "odd.apiToken", known: false, secret: "replaced", before: null, after: null },
        { path: "odd.n", known: false, before: 1, after: "98765432109876543210" },
        { path: "register.email.domains", known: true, before: ["x.example"], after: null },
      ],
      [{ ...secret, secret: "cleared" }],
      [
        { ...secret, secret: "replaced" },
        { path: "register.email.domains", known: true, before: null, after: ["x.example"] },
      ],
      [
        { ...secret, secret: "set" },
        { path: "general.instanceName", known: true, before: "A", after: "B" },
      ],
      null,
    ]);
    const detail = await describeVersion(config, revisions[2]!.id);
    expect(JSON.stringify([revisions, detail])).not.toMatch(/first-secret|second-secret|t0|t1/);
    expect(detail.text).toContain('"password": "«secret');
    const [newest, , middle] = revisions.map(({ id }) => id);
    expect(detail).toMatchObject({ newest, older: revisions[3]!.id, newer: revisions[1]!.id });
    expect((await describeVersion(config, newest!)).newer).toBeNull();

    const compared = await compareVersions(config, revisions[4]!.id, middle!);
    expect(byPath(compared.changes)?.map(({ path }) => path)).toEqual([
      "email.smtp.password",
      "general.instanceName",
      "register.email.domains",
    ]);
    expect(compared).toMatchObject({
      from: { author: outsideAuthor.name, authorKind: "outside" },
      to: { author: "bob", note: "by bob" },
    });
    expect(compared.texts?.from).toContain('"instanceName": "A"');
    expect(compared.texts?.to).toContain('"password": "«new secret»"');
    expect(compared.texts?.to, "an unchanged secret reads alike").toContain('"apiToken": "«secret»"');
    expect(JSON.stringify(compared)).not.toMatch(/first-secret|second-secret|t0|t1/);
    expect(await codeOf(compareVersions(config, 999_999, middle!))).toBe("not-found");
  });

  test("are found by kind of author, even if there are many newer versions", async () => {
    const { config, write } = await testFile();
    write("{}");
    const outside = await readAndRecord(config).then(() => config.records.newest());
    for (let bio = 1; bio <= 11; bio += 1) await save(config, "ada", set("limits.user.maxBio", bio));
    expect(await config.records.newest("outside")).toEqual(outside);
    const { revisions } = await listVersions(config, { limit: 1 });
    expect((await config.records.newest())?.id).toBe(revisions[0]?.id);
    expect(await config.records.newest("panel")).toBeUndefined();
  });

  test("can be filtered by author, section and date", async () => {
    const { config, write } = await testFile();
    write('{"odd": 1}');
    await save(config, "ada", set("general.instanceName", "B"));
    await save(config, "bob", set("limits.user.maxBio", 7));
    await save(config, "ada", set("limits.user.maxBio", 8), set("general.instanceName", "C"));
    await saveOperations(config, {
      baseEtag: (await readAndRecord(config)).etag,
      author: byOperator("bob"),
      operations: [],
      keys: [{ path: "odd", text: "2" }],
    });
    const paths = async (filter: Parameters<typeof listVersions>[1]) =>
      (await listVersions(config, filter)).revisions.map(({ changes }) => changes?.map(({ path }) => path));
    const both = ["general.instanceName", "limits.user.maxBio"];
    expect(await paths({ limit: 9, author: "ada" })).toEqual([both, ["general.instanceName"]]);
    expect(await paths({ limit: 9, section: "limits" })).toEqual([both, ["limits.user.maxBio"]]);
    expect(await paths({ limit: 9, section: "unrecognized" })).toEqual([["odd"]]);
    expect(await paths({ limit: 9, section: "limits", author: "bob" })).toEqual([["limits.user.maxBio"]]);
    expect((await listVersions(config, { limit: 9 })).authors).toEqual(["ada", "bob", outsideAuthor.name]);

    const first = await listVersions(config, { limit: 1, section: "limits" });
    expect(first).toMatchObject({ searched: 2, revisions: [{ author: "ada" }] });
    expect(await listVersions(config, { limit: 1, section: "limits", before: first.next! })).toMatchObject({
      revisions: [{ author: "bob" }],
    });

    const { revisions } = await listVersions(config, { limit: 9 });
    const third = revisions[1]!;
    await config.db
      .updateTable("config_revisions")
      .set({ created_at: Date.parse("2020-01-01T12:00:00Z") })
      .where("id", "=", third.id)
      .execute();
    const year = { since: "2020-01-01T00:00:00Z", until: "2020-01-02T00:00:00Z" };
    expect((await listVersions(config, { limit: 9, ...year })).revisions.map(({ id }) => id)).toEqual([
      third.id,
    ]);
    expect(await paths({ limit: 9, since: year.until, author: "ada" })).toEqual([["general.instanceName"]]);
  });

  test("are searched for a text in 100 versions, also if few are requested", async () => {
    const { config, write } = await testFile();
    write("{}");
    await save(config, "ada", set("general.instanceName", "Lighthouse"));
    await save(config, "bob", set("limits.user.maxBio", 7));
    await save(config, "bob", set("limits.user.maxBio", 8));
    const found = async (search: string) =>
      (await listVersions(config, { limit: 1, search })).revisions.map(({ author }) => author);
    for (const text of ["lightHOUSE", " lighthouse\n", "Instance name", "by ada", "version 2", "2"])
      expect(await found(text), text).toEqual(["ada"]);
    expect(await found("lamp")).toEqual([]);
    // The words for a value, and the text of a value without words.
    await save(config, "grace", set("gif.provider", "gifProvider1"));
    expect(await found("tenor")).toEqual(["grace"]);
    write('{"odd": [{"pier": 4711}]}');
    await readAndRecord(config);
    expect(await found('"pier":4711')).toEqual([outsideAuthor.name]);
  });

  test("are listed with their own changes if author and dates are given", async () => {
    const { config, write } = await testFile();
    write("{}");
    for (const [author, bio] of [
      ["ada", 1],
      ["bob", 2],
      ["ada", 3],
    ] as const)
      await save(config, author, set("limits.user.maxBio", bio));
    const dates = { since: "2020-01-01T00:00:00Z", until: "2100-01-01T00:00:00Z" };
    const { revisions } = await listVersions(config, { ...dates, author: "ada" });
    expect(revisions.map(({ changes }) => [changes?.[0]?.before, changes?.[0]?.after])).toEqual([
      [2, 3],
      [null, 1],
    ]);
  });

  test("are compared as texts up to 524,288 characters, and described while the file is broken", async () => {
    const { config, write } = await testFile();
    const half = (length: number) => `{}${" ".repeat(length - 2)}`;
    const size = 256 * 1024;
    for (const length of [size, size + 1, size - 1]) {
      write(half(length));
      await readAndRecord(config);
    }
    const shown = async (from: number, to: number) =>
      (await compareVersions(config, from, to)).texts !== null;
    expect([await shown(2, 3), await shown(1, 2)]).toEqual([true, false]);
    write("{");
    expect((await describeVersion(config, 1)).contradictions).toEqual([]);
  });

  test("are searched 100 at a time if they are filtered by section", async () => {
    const { config, write } = await testFile();
    write("{}");
    const current = await readAndRecord(config);
    const { bytes } = current.version!;
    for (let count = 0; count < 120; count += 1) {
      const etag = count.toString(16).padStart(64, "0");
      await config.records.insert({ etag, bytes, author: byOperator("ada"), note: null, state: "saved" });
    }
    const page = await listVersions(config, { limit: 20, section: "limits" });
    expect(page).toMatchObject({ revisions: [], searched: 100, total: 121 });
    expect(await listVersions(config, { limit: 20, section: "limits", before: page.next! })).toMatchObject({
      searched: 21,
      next: null,
    });
  });

  test("are listed in pages", async () => {
    const { config, write } = await testFile();
    write("{}");
    for (let value = 1; value <= 4; value += 1) await save(config, "ada", set("limits.user.maxBio", value));
    const first = await listVersions(config, { limit: 2 });
    const second = await listVersions(config, { limit: 2, before: first.next! });
    const third = await listVersions(config, { limit: 2, before: second.next! });
    const ids = [first, second, third].flatMap(({ revisions }) => revisions.map(({ id }) => id));
    expect(ids).toEqual([5, 4, 3, 2, 1]);
    expect(third.next).toBeNull();
    expect(first.revisions[1]!.changes).toEqual([expect.objectContaining({ before: 2, after: 3 })]);
  });

  test("are deleted beyond the retention limit, oldest first", async () => {
    const { config, write } = await testFile({ retention: 3 });
    write("{}");
    for (let value = 1; value <= 6; value += 1) await save(config, "ada", set("limits.user.maxBio", value));
    const { revisions, total } = await listVersions(config, { limit: 10 });
    expect(total).toBe(3);
    expect(revisions.map(({ changes }) => changes?.[0]?.after)).toEqual([6, 5, undefined]);
  });

  test("are not created by a save that changes nothing", async () => {
    const { config, write } = await testFile();
    write('{"limits": {"user": {"maxBio": 7}}}');
    await save(config, "ada", set("limits.user.maxBio", 7), unset("limits.user.maxFriends"));
    expect((await listVersions(config, { limit: 10 })).total).toBe(1);
  });

  test("are confirmed after an interrupted save only if the file matches", async () => {
    const { config, write, again } = await testFile();
    write("{}");
    const { etag } = await readAndRecord(config);
    const pending = { author: byOperator("ada"), note: null, state: "pending" as const };
    await config.records.insert({ ...pending, etag: "0".repeat(64), bytes: Buffer.from('{"never": 1}') });
    await config.db
      .updateTable("config_revisions")
      .set({ state: "pending" })
      .where("etag", "=", etag)
      .execute();
    await prepare(again());
    const rows = await config.db.selectFrom("config_revisions").select(["etag", "state"]).execute();
    expect(rows).toEqual([{ etag, state: "saved" }]);
  });

  test.each([
    ["missing", null],
    ["incomplete", '{"limits": {"user"'],
  ])("keep the author of an interrupted save while the file is %s", async (_, content) => {
    const { config, write, again } = await testFile();
    write("{}");
    await readAndRecord(config);
    const bytes = Buffer.from('{"limits": {"user": {"maxBio": 7}}}');
    const etag = createHash("sha256").update(bytes).digest("hex");
    await config.records.insert({ etag, bytes, author: byOperator("ada"), note: null, state: "pending" });
    if (content === null) rmSync(config.path);
    else write(content);
    await prepare(again());
    write(bytes);
    await prepare(again());
    const { revisions } = await listVersions(config);
    expect(revisions.map(({ author }) => author)).toEqual(["ada", outsideAuthor.name]);
  });
});

suite("restoring", () => {
  test("a whole version creates a new version with the same bytes", async () => {
    const { config, write, read } = await testFile();
    const original = '{ "limits" : {"user": {"maxBio": 7}},\r\n\t"email": {"smtp": {"password": "abc"}} }';
    write(original);
    await save(config, "ada", set("limits.user.maxBio", 8), unset("email.smtp.password"));
    await revert(config, {
      to: { version: 1 },
      baseEtag: (await readAndRecord(config)).etag,
      author: byOperator("bob"),
    });
    expect(read()).toBe(original);
    const { revisions } = await listVersions(config, { limit: 1 });
    expect(revisions[0]).toMatchObject({
      id: 3,
      author: "bob",
      note: expect.stringMatching(/^Restored from version 1 /),
    });
  });

  test("one setting, such as a secret, leaves other settings unchanged", async () => {
    const { config, write, read } = await testFile();
    write('{"email": {"smtp": {"password": "abc"}}, "limits": {"user": {"maxBio": 1}}}');
    await save(config, "ada", set("email.smtp.password", "def"), set("limits.user.maxBio", 2));
    await revert(config, {
      to: { version: 1 },
      baseEtag: (await readAndRecord(config)).etag,
      author: byOperator("bob"),
      only: ["email.smtp.password"],
    });
    expect(read()).toBe('{"email": {"smtp": {"password": "abc"}}, "limits": {"user": {"maxBio": 2}}}');
  });

  test("unsets a setting that the stored version does not contain", async () => {
    const { config, write, read } = await testFile();
    write('{"limits": {"user": {"maxFriends": 3}}}');
    await save(config, "ada", set("limits.user.maxBio", 2));
    await revert(config, {
      to: { version: 1 },
      baseEtag: (await readAndRecord(config)).etag,
      author: byOperator("bob"),
      only: ["limits.user.maxBio"],
    });
    expect(read()).toBe('{"limits": {"user": {"maxFriends": 3}}}');
  });

  test.each([
    ["broken", "{ broken"],
    ["empty", ""],
    ["missing", null],
  ])("works if the file is %s", async (_, content) => {
    const { config, write, read } = await testFile();
    write('{"limits": {"user": {"maxBio": 7}}}');
    await readAndRecord(config);
    if (content === null) rmSync(config.path);
    else write(content);
    const current = await readAndRecord(config);
    await revert(config, { to: { version: 1 }, baseEtag: current.etag, author: byOperator("bob") });
    expect(read()).toBe('{"limits": {"user": {"maxBio": 7}}}');
  });

  test("is refused for a version that the instance cannot read, or that does not exist", async () => {
    const { config, write, read } = await testFile();
    write('{"limits": "abc"}');
    await readAndRecord(config);
    write("{}");
    const { etag } = await readAndRecord(config);
    expect(
      await codeOf(revert(config, { to: { version: 1 }, baseEtag: etag, author: byOperator("bob") })),
    ).toBe("invalid-settings");
    expect(
      await codeOf(revert(config, { to: { version: 99 }, baseEtag: etag, author: byOperator("bob") })),
    ).toBe("not-found");
    expect(read()).toBe("{}");
  });
});

suite("a missing file", () => {
  test("is created again only on request, not at startup", async () => {
    const { config, write, exists, again, read } = await testFile();
    write('{"general": {}}');
    await readAndRecord(config);
    rmSync(config.path);
    const later = again();
    await prepare(later);
    expect(exists()).toBe(false);
    expect(
      await codeOf(
        saveOperations(later, {
          baseEtag: "absent",
          author: byOperator("ada"),
          operations: [set("limits.user.maxBio", 1)],
        }),
      ),
    ).toBe("config-unusable");
    await create(later, { author: byOperator("ada") });
    expect(read()).toBe("{}\n");
  });

  test("is not created over a file that appears at the same moment", async () => {
    const { config, write, read } = await testFile();
    const racing = before(config, "link", () => write('{"theirs": 1}'));
    expect(await codeOf(create(racing, { author: byOperator("ada") }))).toBe("config-changed");
    expect(read()).toBe('{"theirs": 1}');
  });
});

suite("concurrent writes by the panel and another program", () => {
  test("cause a conflict if the other program writes before the panel's check", async () => {
    const { config, write, read } = await testFile();
    write("{}");
    const { etag } = await readAndRecord(config);
    const racing = before(config, "chmod", () => write('{"limits": {"user": {"maxBio": 5}}}'));
    const error = await saveOperations(racing, {
      baseEtag: etag,
      author: byOperator("ada"),
      operations: [set("limits.user.maxBio", 6)],
    }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "config-changed", details: { conflicts: ["limits.user.maxBio"] } });
    expect(read()).toBe('{"limits": {"user": {"maxBio": 5}}}');
    expect((await listVersions(config, { limit: 9 })).revisions.map(({ author }) => author)).toEqual([
      outsideAuthor.name,
      outsideAuthor.name,
    ]);
  });

  test("are both recorded if the other program writes after the panel's check", async () => {
    const { config, write, read } = await testFile();
    write("{}");
    const { etag } = await readAndRecord(config);
    const racing = before(config, "rename", () => write('{"limits": {"user": {"maxBio": 5}}}'));
    await saveOperations(racing, {
      baseEtag: etag,
      author: byOperator("ada"),
      operations: [set("limits.user.maxFriends", 6)],
    });
    expect(read()).toContain('"maxFriends": 6');
    await prepare(config);
    const { revisions } = await listVersions(config, { limit: 9 });
    expect(revisions.map(({ author, note }) => [author, note])).toEqual([
      ["ada", null],
      [outsideAuthor.name, expect.stringMatching(/same time/)],
      [outsideAuthor.name, expect.any(String)],
    ]);
  });

  test("are all recorded, even if they write the same content", async () => {
    const { config: another, write, again } = await testFile();
    const late = lateDatabase(another.db);
    const config = again({ db: late.db });
    write("{}");
    await save(config, "ada", set("limits.user.maxBio", 6));
    write("{}");
    await readAndRecord(another);
    late.delayNext();
    const reading = readAndRecord(config);
    await late.asked;
    await save(config, "ada", set("limits.user.maxBio", 6));
    late.answer();
    await reading;
    write("{}");
    await readAndRecord(config);
    const { revisions } = await listVersions(config, { limit: 9 });
    const authors = revisions.map(({ author }) => author);
    expect(authors).toEqual([outsideAuthor.name, "ada", outsideAuthor.name, "ada", outsideAuthor.name]);
  });
});
