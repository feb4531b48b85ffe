import { chmodSync, existsSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { byOperator } from "@/lib/shared/author";
import { testFile } from "@/testing/config-file/test-file";
import { create } from "../prepare";
import { readAndRecord, whileLocked } from "../open-file";
import { saveOperations } from "../save-operations";
import { createFiles, type FileOps, realFileOps } from "./disk";

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
    await expect(created).rejects.toMatchObject({ code: "config-write-failed" });
    expect([exists(), leftovers()]).toEqual([false, []]);
  });
});

describe("the lock", () => {
  const lockOf = (path: string) => join(dirname(path), ".config.json.lock");

  test("is taken by one save at a time, also if each has opened the file itself", async () => {
    const { config, again } = await opened();
    const other = again();
    const steps: string[] = [];
    let [release, began] = [(): void => undefined, (): void => undefined];
    const released = new Promise<void>((resolve) => (release = resolve));
    const started = new Promise<void>((resolve) => (began = resolve));
    const first = other.lock.hold(async () => {
      began();
      await released;
      steps.push("first");
    });
    await started;
    const second = config.lock.hold(async () => void steps.push("second"));
    setTimeout(release, 30);
    await Promise.all([first, second]);
    expect(steps).toEqual(["first", "second"]);
  });

  test("is lost if its file is deleted during a save, which then changes nothing", async () => {
    const { config, save, read } = await opened();
    const fsync: FileOps["fsync"] = (fd) => {
      rmSync(lockOf(config.path), { force: true });
      return realFileOps.fsync(fd);
    };
    await expect(save({ fsync })).rejects.toMatchObject({
      code: "config-write-failed",
      message: expect.stringContaining("was lost while saving. Nothing was changed."),
    });
    expect(read()).toBe(start);
  });

  test("is taken again after its file was deleted between saves", async () => {
    const { config, save, read } = await opened();
    await save({});
    unlinkSync(lockOf(config.path));
    await save({}, 3);
    expect(read()).toBe(start.replace("1", "3"));
    expect(existsSync(lockOf(config.path))).toBe(true);
  });

  test.each([
    ["the group may write the file", 0o664, 0o660],
    ["the group may only read the file", 0o640, 0o600],
  ])("is open to the group only if %s", async (_, mode, expected) => {
    const { config, write } = await testFile();
    write(start);
    chmodSync(config.path, mode);
    await readAndRecord(config);
    expect(statSync(lockOf(config.path)).mode & 0o777).toBe(expected);
  });

  test("that is not a database is reported", async () => {
    const { config, read } = await testFile();
    writeFileSync(config.path, start);
    writeFileSync(lockOf(config.path), "not a database, but long enough to be taken for one".repeat(20));
    await expect(whileLocked(config, (now) => now)).rejects.toMatchObject({
      code: "config-write-failed",
      message: expect.stringMatching(/^The lock file .* cannot be used \(.*Nothing was changed\.$/),
    });
    expect(read()).toBe(readFileSync(config.path, "utf8"));
  });
});
