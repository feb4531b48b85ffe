import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { byOperator } from "@/lib/shared/author";
import { testFile } from "@/testing/config-file/test-file";
import { type OpenFile, readAndRecord, whileLocked } from "../open-file";
import { saveOperations } from "../save-operations";
import { type FileOps, realFileOps } from "./disk";

const start = '{ "limits": { "user": { "maxBio": 1 } } }\n';
const nothing = () => Promise.resolve();

async function opened() {
  const file = await testFile();
  file.write(start);
  return { ...file, lockFile: join(file.folder, ".config.json.lock") };
}

async function save(config: OpenFile, value: number) {
  const { etag: baseEtag } = await readAndRecord(config);
  const operations = [{ op: "set" as const, path: "limits.user.maxBio", value }];
  return saveOperations(config, { baseEtag, author: byOperator("ada"), operations });
}

/** Holds the lock until the returned function is called. */
async function held({ lock }: OpenFile): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  let ended = nothing();
  await new Promise<void>((taken) => {
    ended = lock.hold(() => {
      taken();
      return new Promise<void>((resolve) => (release = resolve));
    });
  });
  return () => {
    release();
    return ended;
  };
}

/** Returns what happens if one wants the lock while the other holds the lock. */
async function orderOf(one: OpenFile, other: OpenFile): Promise<string[]> {
  const release = await held(other);
  const order: string[] = [];
  const taken = one.lock.hold(async () => void order.push("taken"));
  setTimeout(() => {
    order.push("released");
    void release();
  }, 30);
  await taken;
  return order;
}

function fails(call: "openSync" | "chownSync", code: string): void {
  const spy = vi.spyOn(fs, call).mockImplementationOnce(() => {
    throw Object.assign(new Error("injected"), { code });
  });
  onTestFinished(() => spy.mockRestore());
}

test("the lock is held by one save at a time, also if each has opened the file itself", async () => {
  const { config, again } = await opened();
  expect(await orderOf(config, again())).toEqual(["released", "taken"]);
  expect(await orderOf(config, again())).toEqual(["released", "taken"]);
});

test("the lock is that of the file to which the path leads now", async () => {
  const { config, folder, again } = await testFile();
  for (const name of ["a", "b"]) {
    mkdirSync(join(folder, name));
    rmSync(config.path, { force: true });
    symlinkSync(join(name, "config.json"), config.path);
    expect(await orderOf(config, again({ path: join(folder, name, "config.json") }))).toEqual([
      "released",
      "taken",
    ]);
  }
});

test("a save waits 30 seconds for another process", async () => {
  const { config, again } = await opened();
  const release = await held(again());
  const now = vi.spyOn(performance, "now").mockReturnValueOnce(0).mockReturnValueOnce(30_000);
  onTestFinished(() => now.mockRestore());
  now.mockReturnValue(30_001);
  await expect(config.lock.hold(nothing)).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("for 30 seconds. Nothing was changed."),
  });
  expect(now).toHaveBeenCalledTimes(3);
  now.mockRestore();
  await release();
  expect(await save(config, 2)).toMatchObject({ state: "usable" });
});

test("if the lock file is deleted during a save, the lock is lost and the save changes nothing", async () => {
  const { again, read, lockFile } = await opened();
  let isDeleted = false;
  const fsync: FileOps["fsync"] = (fd) => {
    if (isDeleted) rmSync(lockFile, { force: true });
    return realFileOps.fsync(fd);
  };
  const config = again({ ops: { ...realFileOps, fsync } });
  await readAndRecord(config);
  isDeleted = true;
  await expect(save(config, 2)).rejects.toMatchObject({
    code: "config-write-failed",
    message: expect.stringContaining("was lost while saving. Nothing was changed."),
  });
  expect(read()).toBe(start);
});

test.each([
  ["deleted", unlinkSync],
  [
    "replaced",
    (path: string) => {
      unlinkSync(path);
      writeFileSync(path, "");
    },
  ],
])("the lock is taken again after its file was %s between saves", async (_, change) => {
  const { config, read, again, lockFile } = await opened();
  await save(config, 2);
  change(lockFile);
  await save(config, 3);
  expect(read()).toBe(start.replace("1", "3"));
  expect(existsSync(lockFile)).toBe(true);
  expect(await orderOf(config, again())).toEqual(["released", "taken"]);
});

test.each([
  ["the group may write the file", 0o664, 0o660],
  ["the group may only read the file", 0o640, 0o600],
])("the lock is open to the group only if %s", async (_, mode, expected) => {
  const { config, lockFile } = await opened();
  chmodSync(config.path, mode);
  await readAndRecord(config);
  expect(statSync(lockFile).mode & 0o777).toBe(expected);
});

test("a lock file that is not a database is reported", async () => {
  const { config, read, lockFile } = await opened();
  writeFileSync(lockFile, "not a database, but long enough to be taken for one".repeat(20));
  await expect(whileLocked(config, (now) => now)).rejects.toMatchObject({
    code: "config-write-failed",
    message: expect.stringMatching(/^The lock file .* cannot be used \(.*Nothing was changed\.$/),
    cause: expect.any(Error),
  });
  expect(read()).toBe(start);
});

test("the lock of a file in a missing folder is in the data folder, which need not exist either", async () => {
  const { folder, dataDir, again } = await testFile();
  const path = join(folder, "missing", "config.json");
  for (const data of [dataDir, join(dataDir, "below", "new")]) {
    expect(await orderOf(again({ path, dataDir: data }), again({ path, dataDir: data }))).toEqual([
      "released",
      "taken",
    ]);
    expect(readdirSync(data)).toContainEqual(expect.stringMatching(/^config-[0-9a-f]{16}\.lock$/));
  }
  expect(statSync(join(dataDir, "below", "new")).mode & 0o777).toBe(0o700);
});

test("the lock is in the data folder if the system refuses to create a file next to the configuration file", async () => {
  const { config, dataDir, lockFile } = await opened();
  fails("openSync", "EACCES");
  await config.lock.hold(nothing);
  expect(existsSync(lockFile)).toBe(false);
  expect(readdirSync(dataDir)).toEqual([expect.stringMatching(/\.lock$/)]);
});

test("the lock is next to the configuration file, also if it cannot be given to the file's owner", async () => {
  for (const code of ["EPERM", "EINVAL"]) {
    const { config, dataDir, lockFile } = await opened();
    fails("chownSync", code);
    await config.lock.hold(nothing);
    expect(statSync(lockFile).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual([]);
  }
});

test("a lock file that another process creates first is used", async () => {
  const { config, dataDir, folder, lockFile } = await opened();
  // Creating a file at a link that leads nowhere fails, as if the file existed.
  symlinkSync("other.lock", lockFile);
  await config.lock.hold(nothing);
  expect(existsSync(join(folder, "other.lock"))).toBe(true);
  expect(readdirSync(dataDir)).toEqual([]);
});

test.runIf(existsSync("/proc/self/fd"))("a closed lock holds no file open", async () => {
  const { config, lockFile } = await opened();
  const isOpen = () =>
    readdirSync("/proc/self/fd").some((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === lockFile;
      } catch {
        return false;
      }
    });
  await config.lock.hold(nothing);
  expect(isOpen()).toBe(true);
  config.lock.close();
  expect(isOpen()).toBe(false);
});
