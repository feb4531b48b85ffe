import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { byOperator } from "@/lib/shared/author";
import { testFile } from "@/testing/config-file/test-file";
import { create } from "../prepare";
import { readAndRecord, whileLocked } from "../open-file";
import { saveOperations } from "../save-operations";
import { etagOf } from "../version";
import { createFiles, type FileOps, realFileOps } from "./disk";
import { createDisk } from "./resolve-path";
import { BaseChanged, inPlaceReason, isMountPoint, readOnlyReason, writeConfigFile } from "./write";

const start = '{ "limits": { "user": { "maxBio": 1 } } }\n';
const failing = (code: string) => () => Promise.reject(Object.assign(new Error("injected"), { code }));

async function opened() {
  const file = await testFile();
  file.write(start);
  await readAndRecord(file.config);
  const save = async (ops: Partial<FileOps> = {}, value = 2) =>
    saveOperations(
      { ...file.config, files: createFiles({ ...realFileOps, ...ops }) },
      {
        baseEtag: (await readAndRecord(file.config)).etag,
        author: byOperator("ada"),
        operations: [{ op: "set", path: "limits.user.maxBio", value }],
      },
    );
  return { ...file, save };
}

describe("an interrupted write in place", () => {
  const old = "{ 1111 }";
  const next = '{ "mine": 22 }';
  test.each([
    ["the old version", old, old],
    ["the new version", next, next],
    ["the beginning of the new version, and then the old one", '{ "m11 }', next],
    ["the new version with zeros", '{ "mine\0\0\0\0\0 }', next],
    ["the old version, and after it zeros", "{ 1111 }\0\0\0\0\0\0", next],
    ["a byte of neither version", "{ 1x11 }", "{ 1x11 }"],
    ["more bytes than both", '{ "mine": 22 }\0', '{ "mine": 22 }\0'],
    ["fewer bytes than both", "{ 1111 ", "{ 1111 "],
  ])("that left %s is finished or left alone", async (_, left, expected) => {
    const { config, read, write } = await testFile();
    write(left);
    const journal = config.journalOf(config.target());
    const [from, to] = [old, next].map((text) => Buffer.from(text).toString("base64"));
    writeFileSync(journal, JSON.stringify({ target: config.target(), old: from, new: to }));
    await whileLocked(config, (current) => current);
    expect(read()).toBe(expected);
    expect(existsSync(journal)).toBe(false);
  });

  test("stays in its journal while the journal cannot be read", async () => {
    const { config, read, write } = await testFile();
    write("{}");
    const journal = config.journalOf(config.target());
    writeFileSync(journal, "{");
    await whileLocked(config, (current) => current);
    expect(read()).toBe("{}");
    expect(existsSync(journal)).toBe(true);
  });
});

describe("a save", () => {
  test("writes in place from then on if a rename says that the file is mounted", async () => {
    const { config, save, read } = await opened();
    const { ino } = statSync(config.path);
    const rename =
      (code: string): FileOps["rename"] =>
      (from, to) =>
        to === config.target() ? failing(code)() : realFileOps.rename(from, to);
    await save({ rename: rename("EBUSY") });
    await save({ rename: rename("EIO") }, 3);
    expect(read()).toBe(start.replace("1", "3"));
    expect(statSync(config.path).ino).toBe(ino);
  });

  test("in place that shortens or lengthens the file leaves exactly the new bytes", async () => {
    const { config, save, read } = await opened();
    config.state.busy = true;
    for (const value of [100_000, 200_000, 7]) {
      await save({}, value);
      expect(read()).toBe(start.replace("1", String(value)));
    }
  });

  test("in place is refused if another program writes after the journal", async () => {
    const { config, save, read } = await opened();
    config.state.busy = true;
    const other = start.replace("1", "9");
    const open: FileOps["open"] = (path, flags, mode) => {
      if (flags === "r+") writeFileSync(config.path, other);
      return realFileOps.open(path, flags, mode);
    };
    await expect(save({ open })).rejects.toMatchObject({ code: "config-changed" });
    expect(read()).toBe(other);
    expect(existsSync(config.journalOf(config.target()))).toBe(false);
  });

  test("reports that the file was changed if only the sync of its folder fails", async () => {
    const { save, read } = await opened();
    let syncs = 0;
    const fsync: FileOps["fsync"] = (fd) => ((syncs += 1) === 2 ? failing("EBUSY")() : realFileOps.fsync(fd));
    await expect(save({ fsync })).rejects.toMatchObject({
      code: "config-write-failed",
      details: { reason: "EBUSY", aftermath: "changed" },
    });
    expect(read()).toBe(start.replace("1", "2"));
  });

  test.each([
    ["by renaming", false],
    ["in place", true],
  ])("%s closes all files that it opens", async (_, busy) => {
    const { config, save } = await opened();
    config.state.busy = busy;
    const open = new Set<number>();
    await save({
      async open(...parameters) {
        const fd = await realFileOps.open(...parameters);
        open.add(fd);
        return fd;
      },
      close(fd) {
        open.delete(fd);
        return realFileOps.close(fd);
      },
    });
    expect(open).toEqual(new Set());
  });

  test("is refused if another program removes the file before the rename", async () => {
    const { config, save, exists } = await opened();
    const fsync: FileOps["fsync"] = (fd) => {
      rmSync(config.path, { force: true });
      return realFileOps.fsync(fd);
    };
    await expect(save({ fsync })).rejects.toMatchObject({ code: "config-unusable" });
    expect(exists()).toBe(false);
  });

  test.each([
    ["user", { uid: 1 }],
    ["group", { gid: 1 }],
    ["neither", {}],
  ])("sets the owner of the new file only if its owner differs (%s)", async (_, different) => {
    const { config, save } = await opened();
    const { uid, gid } = statSync(config.path);
    const owners: number[][] = [];
    const fstat: FileOps["fstat"] = async (fd) => {
      const stat = await realFileOps.fstat(fd);
      const { uid: u = 0, gid: g = 0 } = different as { uid?: number; gid?: number };
      return Object.assign(stat, { uid: stat.uid + u, gid: stat.gid + g });
    };
    const chown: FileOps["chown"] = async (_fd, ...owner) => void owners.push(owner);
    await save({ fstat, chown });
    expect(owners).toEqual(Object.keys(different).length > 0 ? [[uid, gid]] : []);
  });

  test("sets the mode of the new file only if it differs", async () => {
    const { config, save } = await opened();
    chmodSync(config.path, 0o600);
    await save({ chmod: failing("EPERM") });
    chmodSync(config.path, 0o644);
    await save({}, 3);
    expect(statSync(config.path).mode & 0o777).toBe(0o644);
  });
});

describe("a new file", () => {
  test.each(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"])(
    "is created without hard links (%s)",
    async (code) => {
      const { config, read } = await testFile();
      const files = createFiles({ ...realFileOps, link: failing(code) });
      await create({ ...config, files }, { author: byOperator("ada") });
      expect(read()).toBe("{}\n");
    },
  );

  test("never replaces a file that appears meanwhile, with or without hard links", async () => {
    for (const code of [undefined, "EPERM"]) {
      const { config, read, write, leftovers } = await testFile();
      const link: FileOps["link"] = (from, to) => {
        write("another program's");
        return code === undefined ? realFileOps.link(from, to) : failing(code)();
      };
      const files = createFiles({ ...realFileOps, link });
      const created = create({ ...config, files }, { author: byOperator("ada") });
      await expect(created).rejects.toMatchObject({ code: "config-changed" });
      expect([read(), leftovers()]).toEqual(["another program's", []]);
    }
  });

  test("is not created if the disk refuses the link", async () => {
    const { config, exists, leftovers } = await testFile();
    const files = createFiles({ ...realFileOps, link: failing("EIO") });
    const created = create({ ...config, files }, { author: byOperator("ada") });
    await expect(created).rejects.toMatchObject({
      code: "config-write-failed",
      details: { aftermath: "unchanged" },
    });
    expect([exists(), leftovers()]).toEqual([false, []]);
  });
});

/** A file without a history. */
function scene(ops: Partial<FileOps> = {}, { readOnly = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "write-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "config.json");
  writeFileSync(path, start);
  const diskOf = (at: string) =>
    createDisk({ path: at, dataDir: folder, readOnly, ops: { ...realFileOps, ...ops } });
  const disk = diskOf(path);
  return {
    ...{ folder, path, disk, diskOf, journal: disk.journalOf(path) },
    read: () => readFileSync(path, "utf8"),
    write: (text: string) =>
      writeConfigFile(disk, () => Promise.resolve(), etagOf(Buffer.from(start)), Buffer.from(text)),
  };
}

test("a write returns what another program wrote to the old file right before the rename", async () => {
  const rename: FileOps["rename"] = (from, to) => {
    writeFileSync(to, "another program's");
    return realFileOps.rename(from, to);
  };
  const { read, write } = scene({ rename });
  expect(await write("new")).toMatchObject({ overtaken: Buffer.from("another program's") });
  expect(read()).toBe("new");
  expect(await scene().write("new")).toMatchObject({ overtaken: null });
});

describe("a write in place", () => {
  /** Makes the first write to the file itself fail after three bytes, or also all later ones before the first byte. */
  function interrupted(isOnce: boolean) {
    const inFile = new Set<number>();
    let writes = 0;
    return scene({
      async open(path, flags, mode) {
        const fd = await realFileOps.open(path, flags, mode);
        if (flags === "r+") inFile.add(fd);
        else inFile.delete(fd);
        return fd;
      },
      async write(fd, bytes, offset, length, position) {
        if (inFile.has(fd)) writes += 1;
        if (!inFile.has(fd) || (isOnce && writes > 1))
          return realFileOps.write(fd, bytes, offset, length, position);
        if (writes === 1) await realFileOps.write(fd, bytes, offset, 3, position);
        return failing("EIO")();
      },
    });
  }

  test.each(["[1, 2]", `${start} [1, 2]`])("restores the old version if it fails", async (text) => {
    const { disk, journal, read, write } = interrupted(true);
    disk.state.busy = true;
    await expect(write(text)).rejects.toMatchObject({ details: { reason: "EIO", aftermath: "unchanged" } });
    expect(read()).toBe(start);
    expect(existsSync(journal)).toBe(false);
  });

  test("leaves its journal if the old version cannot be restored", async () => {
    const { disk, journal, read, write } = interrupted(false);
    disk.state.busy = true;
    await expect(write("[1, 2]")).rejects.toMatchObject({
      message: expect.stringContaining("The file may be incomplete. Both versions are stored"),
      details: { reason: "EIO", aftermath: "interrupted" },
    });
    expect(read()).not.toBe(start);
    expect(JSON.parse(readFileSync(journal, "utf8"))).toMatchObject({
      old: Buffer.from(start).toString("base64"),
    });
  });

  test("is refused if the file has another content when the journal is written", async () => {
    const { path, disk, journal, read, write } = scene({
      open(at, flags, mode) {
        if (at === path) writeFileSync(at, flags === "r+" ? start : "another program's");
        return realFileOps.open(at, flags, mode);
      },
    });
    disk.state.busy = true;
    await expect(write("[1, 2]")).rejects.toThrow(BaseChanged);
    expect(read()).toBe("another program's");
    expect(existsSync(journal)).toBe(false);
  });
});

describe("whether the panel can save", () => {
  test.each([
    ["a file", "config.json", /^null$/],
    ["a missing file", "none.json", /^null$/],
    ["a folder", "folder", /^CONFIG_PATH is a folder/],
    ["a device", "/dev/null", /^CONFIG_PATH is not a regular file/],
    [
      "a missing folder",
      "none/config.json",
      /^The folder .*none does not exist\. Create it, or correct CONFIG_PATH\.$/,
    ],
    ["links that form a loop", "loop", /^The symbolic links at .* form a loop/],
  ])("depends on what is at its path: %s", (_, name, reason) => {
    const { folder, diskOf } = scene();
    mkdirSync(join(folder, "folder"));
    symlinkSync("loop", join(folder, "loop"));
    expect(String(readOnlyReason(diskOf(name.startsWith("/") ? name : join(folder, name))))).toMatch(reason);
  });

  test("depends on CONFIG_READONLY", () => {
    expect(readOnlyReason(scene({}, { readOnly: true }).disk)).toMatch(/^CONFIG_READONLY is set/);
  });

  const refusals = [
    [
      "EACCES",
      "file",
      /\(uid \d+\) is not allowed to write the file \S+config\.json\. Give it write permission/,
    ],
    [
      "EACCES",
      "folder",
      /not allowed to write the folder \S+\. Each save writes a new file in that folder and renames it\. Give it/,
    ],
    ["EROFS", "file", /^The file \S+config\.json is on a read-only file system\./],
    ["EROFS", "folder", /^The folder \S+ is on a read-only file system\./],
    ["ENOENT", "file", /^The file \S+config\.json does not exist\./],
  ] as const;

  test.each(refusals)("depends on permissions: %s of the %s", (code, what, reason) => {
    const { folder, path, disk } = scene();
    const spy = vi.spyOn(fs, "accessSync").mockImplementation((at) => {
      if (at === (what === "file" ? path : folder)) throw Object.assign(new Error("injected"), { code });
    });
    onTestFinished(() => spy.mockRestore());
    expect(readOnlyReason(disk)).toMatch(reason);
    disk.state.busy = true;
    // A write in place creates no file in the folder.
    if (what === "folder") expect(readOnlyReason(disk)).toBeNull();
    else expect(readOnlyReason(disk)).toMatch(reason);
  });
});

describe("a save writes in place", () => {
  function asUser(uid: number): void {
    const spies = [
      vi.spyOn(process, "geteuid").mockReturnValue(uid),
      vi.spyOn(process, "getegid").mockReturnValue(1_000),
      vi.spyOn(process, "getgroups").mockReturnValue([2_000]),
    ];
    onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  }

  test.each([
    ["not for its own file", 1_000, { uid: 1_000, gid: 1_000 }, null],
    ["not for a file of a further group", 1_000, { uid: 1_000, gid: 2_000 }, null],
    ["for a file of a group without it", 1_000, { uid: 1_000, gid: 3_000 }, "owner"],
    ["for a file of another user", 1_000, { uid: 1_001, gid: 1_000 }, "owner"],
    ["not for a file of another user, as root", 0, { uid: 1_001, gid: 3_000 }, null],
    ["for a file with two names", 0, { nlink: 2 }, "links"],
  ])("%s", (_, uid, stat: Partial<Stats>, reason) => {
    const { path, disk } = scene();
    asUser(uid);
    expect(inPlaceReason(disk, path, Object.assign(statSync(path), stat))).toBe(reason);
  });

  test("for a mount point, whose name may contain spaces", () => {
    const table = "22 1 0:5 / / rw - ext4 x rw\n36 22 0:6 /c /a\\040b/c\\134d rw - ext4 x rw\n";
    const spy = vi.spyOn(fs, "readFileSync").mockReturnValue(table);
    onTestFinished(() => spy.mockRestore());
    const found = ["/", "/a b/c\\d", "/a", "/c"].map(isMountPoint);
    spy.mockImplementation(() => {
      throw new Error("There is no such table.");
    });
    expect([...found, isMountPoint("/")]).toEqual([true, true, false, false, false]);
  });
});
