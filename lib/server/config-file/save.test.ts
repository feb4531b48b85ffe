import { rmSync, truncateSync, writeFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { byOperator, outsideAuthor } from "@/lib/shared/author";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { testFile } from "@/testing/config-file/test-file";
import { createFiles, type FileOps, realFileOps } from "./disk/disk";
import { readAndRecord } from "./open-file";
import { saveRaw } from "./raw-text";
import { revert } from "./revert";
import { saveOperations } from "./save-operations";
import { maxBytes } from "./version";

const author = byOperator("ada");
const set = (path: string, value: unknown): Operation => ({ op: "set", path, value });
const limits = (maxBio: number, maxUsername: number) => ({ limits: { user: { maxBio, maxUsername } } });
const [bio, username] = ["limits.user.maxBio", "limits.user.maxUsername"];

/** Returns a file that another program changed after somebody opened it. */
async function changed(before: unknown, after: unknown) {
  const file = await testFile();
  const written = (content: unknown) =>
    file.write(typeof content === "string" ? content : JSON.stringify(content));
  written(before);
  const { etag } = await readAndRecord(file.config);
  written(after);
  const current = await readAndRecord(file.config);
  return {
    ...{ ...file, etag, current },
    save: async (paths: readonly string[], baseEtag = etag) =>
      saveOperations(file.config, { baseEtag, author, operations: paths.map((path) => set(path, 9)) }),
    raw: async (baseEtag = etag) => saveRaw(file.config, { baseEtag, author, text: "{}" }),
  };
}

const conflict = (details: object, message?: string) => ({
  code: "config-changed",
  details,
  ...(message !== undefined && { message: expect.stringContaining(message) }),
});

describe("a save with a stale base", () => {
  const values = (...of: [path: string, before: number, after: number][]) =>
    of.map(([path, from, to]) => ({ path, known: true, before: from, after: to }));

  test("names the settings that both changed, with their values and who changed them", async () => {
    const { save, current, config } = await changed(limits(1, 10), limits(2, 20));
    const newest = await config.records.newest();
    const by = { author: outsideAuthor.name, authorKind: "outside", at: newest?.at };
    const [one, other] = [[bio, 1, 2] as const, [username, 10, 20] as const];
    const known = { etag: current.etag, isBaseKnown: true, changed: [username, bio], by };
    await expect(save([bio])).rejects.toMatchObject(
      conflict(
        { ...known, conflicts: [bio], values: values([...one]) },
        `Somebody outside the panel changed ${bio} after`,
      ),
    );
    await expect(save([bio, username])).rejects.toMatchObject(
      conflict({ ...known, conflicts: [bio, username], values: values([...other], [...one]) }),
    );
    await expect(save(["limits.user.maxGuilds"])).rejects.toMatchObject(
      conflict({ ...known, conflicts: [], values: [] }, "Other settings in the file have changed"),
    );
  });

  test("names all changes for the raw text", async () => {
    const { raw } = await changed(limits(1, 10), limits(2, 10));
    await expect(raw()).rejects.toMatchObject(
      conflict({ conflicts: [bio], changed: [bio], values: values([bio, 1, 2]) }),
    );
  });

  test("names its own settings if the base is unknown, and none for the raw text", async () => {
    const { save, raw } = await changed(limits(1, 10), limits(2, 10));
    const unknown = "0".repeat(64);
    const base = { isBaseKnown: false, values: [] };
    await expect(save([bio], unknown)).rejects.toMatchObject(
      conflict({ ...base, conflicts: [bio], changed: [bio] }),
    );
    await expect(raw(unknown)).rejects.toMatchObject(conflict({ ...base, conflicts: [], changed: [] }));
  });

  test("of an unrecognized key names a change below it, whatever its name", async () => {
    const { config, etag } = await changed(
      { odd: { "a b": 1 }, oddity: 1 },
      { odd: { "a b": 2 }, oddity: 2 },
    );
    const save = async (path: string) =>
      saveOperations(config, { baseEtag: etag, author, operations: [], keys: [{ path, text: "3" }] });
    await expect(save("odd")).rejects.toMatchObject(conflict({ conflicts: ["odd"] }));
    await expect(save("od")).rejects.toMatchObject(conflict({ conflicts: [] }));
  });

  test("of a file that is broken now says so for settings, and names the changes for the raw text", async () => {
    const { save, raw, current } = await changed(limits(1, 10), "{");
    const { etag, problems } = current;
    await expect(save([bio])).rejects.toMatchObject({
      code: "config-unusable",
      details: { state: "broken", etag, problems },
    });
    await expect(raw()).rejects.toMatchObject(conflict({ conflicts: [username, bio] }));
  });
});

describe("a file that cannot be read", () => {
  test.each<[string, (file: Awaited<ReturnType<typeof changed>>) => Promise<unknown>]>([
    ["the raw text", ({ raw }) => raw("absent")],
    ["a whole version", ({ config }) => revert(config, { to: { version: 1 }, baseEtag: "absent", author })],
  ])("is not replaced by %s", async (_, work) => {
    const file = await changed("{}", "");
    truncateSync(file.config.path, maxBytes + 1);
    await expect(work(file)).rejects.toMatchObject({ code: "config-unusable" });
    expect(file.read()).toHaveLength(maxBytes + 1);
  });
});

describe("a save that fails", () => {
  const failing = async (ops: Partial<FileOps>) => {
    const file = await changed("{}", limits(1, 10));
    const config = { ...file.config, files: createFiles({ ...realFileOps, ...ops }) };
    const { etag: baseEtag } = file.current;
    const saved = saveOperations(config, { baseEtag, author, operations: [set(bio, 2)] });
    await expect(saved).rejects.toMatchObject({ code: "config-write-failed" });
    return file.config.db.selectFrom("config_revisions").select(["author", "state"]).orderBy("id").execute();
  };
  const fault = Object.assign(new Error("EIO: injected"), { code: "EIO" });
  const outside = { author: outsideAuthor.name, state: "saved" };

  test("leaves no version in the history if the file is unchanged", async () => {
    expect(await failing({ rename: () => Promise.reject(fault) })).toEqual([outside, outside]);
  });

  test("leaves its version in the history if the file has it", async () => {
    const rename: FileOps["rename"] = async (from, to) => {
      await realFileOps.rename(from, to);
      throw fault;
    };
    expect(await failing({ rename })).toEqual([outside, outside, { author: "ada", state: "saved" }]);
  });
});

test("a save that replaces invalid content of another program does not store it", async () => {
  const { config, current, read } = await changed("{}", limits(1, 10));
  const rename: FileOps["rename"] = (from, to) => {
    if (to === config.target()) writeFileSync(to, "{ cut");
    return realFileOps.rename(from, to);
  };
  const racing = { ...config, files: createFiles({ ...realFileOps, rename }) };
  await saveOperations(racing, { baseEtag: current.etag, author, operations: [set(bio, 2)] });
  expect(JSON.parse(read())).toEqual(limits(2, 10));
  expect((await config.records.find({ limit: 9 })).map((row) => row.author)).toEqual([
    "ada",
    outsideAuthor.name,
    outsideAuthor.name,
  ]);
});

test("a save asks for proof of identity only if it changes or contains a secret", async () => {
  const smtp = (password: string) => ({ email: { smtp: { password } }, odd: 1, mine: "text" });
  const { config, current } = await changed("{}", smtp("secret"));
  const onSecretChange = vi.fn(() => {
    throw new Error("asked");
  });
  const request = { baseEtag: current.etag, author, onSecretChange };
  const save = async (operations: Operation[], keys: { path: string; text: string }[] = []) =>
    saveOperations(config, { ...request, operations, keys });
  await expect(save([set("email.smtp.password", "secret")])).rejects.toThrow("asked");
  await expect(save([], [{ path: "mine", text: '"text"' }])).rejects.toThrow("asked");
  const { etag } = await save([set(bio, 2)], [{ path: "odd", text: "2" }]);
  rmSync(config.path);
  writeFileSync(config.path, JSON.stringify(smtp("secret")));
  await readAndRecord(config);
  const [, , version] = await config.records.find({ limit: 3 });
  expect(etag).not.toBe(current.etag);
  await revert(config, { ...request, to: { version: version!.id } });
  const only = ["email.smtp.password"];
  await revert(config, { ...request, to: { version: version!.id }, only });
});

test("a save is refused if the file changed before its turn, even if it would change nothing", async () => {
  const { again, write } = await changed("{}", limits(1, 10));
  let isNext = false;
  const close: FileOps["close"] = async (fd) => {
    await realFileOps.close(fd);
    if (isNext) write(JSON.stringify(limits(2, 10)));
    isNext = false;
  };
  const racing = again({ ops: { ...realFileOps, close } });
  const { etag: baseEtag } = await readAndRecord(racing);
  isNext = true;
  const saved = saveOperations(racing, { baseEtag, author, operations: [set(bio, 2)] });
  await expect(saved).rejects.toMatchObject({ code: "config-changed" });
});
