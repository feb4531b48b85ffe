import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { maxBytes } from "../version";
import { createFiles, type FileOps, folderAtPath, isErrno, pathInData, realFileOps } from "./disk";

function scene(content = "one") {
  const folder = mkdtempSync(join(tmpdir(), "disk-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "config.json");
  writeFileSync(path, content);
  return { folder, path };
}

const reading = (path: string, ops: Partial<FileOps> = {}) =>
  createFiles({ ...realFileOps, ...ops }).readNow(path);

/** The reason why a path cannot be read. */
async function reasonAt(path: string, ops?: Partial<FileOps>) {
  const read = await reading(path, ops);
  return read.kind === "unreadable" ? read.reason : read.kind;
}

test.each([
  ["ENOENT", /^missing$/],
  ["EACCES", /^The panel's user is not allowed to read the file/],
  ["EPERM", /^The panel's user is not allowed to read the file/],
  ["ELOOP", /^Its symbolic links form a loop/],
  ["ENOTDIR", /^A part of the path .*config\.json is not a folder/],
  ["EISDIR", /^CONFIG_PATH is a folder/],
  ["EMFILE", /^The system has no file handles left/],
  ["ENFILE", /^The system has no file handles left/],
  ["EIO", /^Reading it failed \(EIO\)/],
])("the reason of a read that fails with %s is described", async (code, reason) => {
  const open = () => Promise.reject(Object.assign(new Error("injected"), { code }));
  expect(await reasonAt(scene().path, { open })).toMatch(reason);
});

test("a folder, a pipe and a file above 4 MiB are not read", async () => {
  const { folder, path } = scene();
  const read = () => Promise.reject(new Error("Nothing may be read."));
  expect(await reasonAt(folder, { read })).toBe(folderAtPath);
  const pipe = join(folder, "pipe");
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  expect(await reasonAt(pipe, { read })).toBe("It is not a regular file.");
  truncateSync(path, maxBytes + 1);
  expect(await reasonAt(path, { read })).toMatch(new RegExp(`^The file has ${maxBytes + 1} bytes`));
  truncateSync(path, maxBytes);
  expect((await reading(path)).kind).toBe("present");
});

test.each([
  ["grows", "longer", 0],
  ["shrinks", "", 0],
  ["changes", "two", 5],
])("a file that %s while it is read is read again", async (_, next, later) => {
  const { path } = scene();
  let reads = 0;
  const read: FileOps["read"] = async (fd, into, offset, length, position) => {
    const count = await realFileOps.read(fd, into, offset, length, position);
    if (count === 0 && (reads += 1) === 1) writeFileSync(path, next);
    return count;
  };
  // A change within the same millisecond is recognized by its size only.
  const fstat: FileOps["fstat"] = async (fd) =>
    Object.assign(await realFileOps.fstat(fd), { mtimeMs: reads > 0 ? later : 0 });
  const found = await reading(path, { read, fstat });
  expect(found).toMatchObject({ kind: "present", bytes: Buffer.from(next) });
});

test("a file that always changes is read four times", async () => {
  const { path } = scene();
  let [opened, time] = [0, 0];
  const open: FileOps["open"] = (...parameters) => {
    opened += 1;
    return realFileOps.open(...parameters);
  };
  const fstat: FileOps["fstat"] = async (fd) =>
    Object.assign(await realFileOps.fstat(fd), { mtimeMs: (time += 1) });
  expect((await reading(path, { open, fstat })).kind).toBe("present");
  expect(opened).toBe(4);
});

test("an unchanged file is read once, in pieces", async () => {
  const { path } = scene("a longer text");
  let opened = 0;
  const ops: Partial<FileOps> = {
    open: (...parameters) => {
      opened += 1;
      return realFileOps.open(...parameters);
    },
    read: (fd, into, offset, length, position) =>
      realFileOps.read(fd, into, offset, Math.min(length, 2), position),
  };
  expect(await reading(path, ops)).toMatchObject({ bytes: Buffer.from("a longer text") });
  expect(opened).toBe(1);
});

test("a file that is too large is opened only once", async () => {
  const { path } = scene();
  let opened = 0;
  const open: FileOps["open"] = (...parameters) => {
    opened += 1;
    return realFileOps.open(...parameters);
  };
  truncateSync(path, maxBytes + 1);
  expect(await reasonAt(path, { open })).toMatch(/bytes/);
  expect(opened).toBe(1);
});

test.each([
  ["ENOENT", [], true],
  ["E2BIG", ["EIO", "E2BIG"], true],
  ["EIO", ["ENOENT"], false],
  ["ERR_INVALID_ARG_VALUE", [], false],
  ["SQLITE_ERROR", [], false],
  [5, [], false],
  [undefined, [], false],
])("whether the code %s is one of %j, or any code of the system", (code, codes, expected) => {
  expect(isErrno(Object.assign(new Error("any"), { code }), ...codes)).toBe(expected);
  expect(isErrno({ code }, ...codes)).toBe(false);
});

test("the name of a file in the data folder stays the same, so that a newer panel finds it", () => {
  expect(pathInData("/data", "/etc/chat/config.json", "journal")).toBe(
    "/data/config-5864a2c22ea5cedb.journal",
  );
});

test("only temp files of a file itself are removed", async () => {
  const { folder, path } = scene();
  const temp = ".config.json.panel-0123456789abcdef.tmp";
  const others = [
    `x${temp}`,
    `${temp}2`,
    temp.replace("0", "x0"),
    temp.replace("0", "g"),
    ".config.json.lock",
  ];
  for (const name of [temp, ...others]) writeFileSync(join(folder, name), "");
  const { removeStaleTemps } = createFiles(realFileOps);
  await removeStaleTemps(path);
  expect(readdirSync(folder).sort()).toEqual(["config.json", ...others].sort());
  await removeStaleTemps(join(folder, "missing", "config.json"));
});

test("a folder that cannot be synced is ignored, but not an error of the disk", async () => {
  const { folder } = scene();
  const failing = (code: string) =>
    createFiles({ ...realFileOps, fsync: () => Promise.reject(Object.assign(new Error(code), { code })) });
  for (const code of ["EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]) await failing(code).syncFolder(folder);
  await expect(failing("EIO").syncFolder(folder)).rejects.toThrow("EIO");
});

test("a new file is readable only for its owner until its mode is set", async () => {
  const { folder, path } = scene();
  await createFiles(realFileOps).writeDurably(path, Buffer.from("two"));
  expect(statSync(path).mode & 0o777).toBe(0o600);
  mkdirSync(join(folder, "at"));
  await expect(createFiles(realFileOps).writeDurably(join(folder, "at"), Buffer.from("x"))).rejects.toThrow();
  expect(readdirSync(folder).sort()).toEqual(["at", "config.json"]);
});
