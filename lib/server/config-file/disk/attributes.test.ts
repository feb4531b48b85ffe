import { byOperator } from "@/lib/shared/author";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe as suite, expect, test, vi } from "vitest";
import type { AppError } from "@/lib/errors";
import { saveOperations } from "../save-operations";
import { type OpenFile, readAndRecord } from "../open-file";
import { describe } from "../describe";
import { prepare } from "../prepare";
import { createFiles, type FileOps, realFileOps } from "./disk";
import { type TestFile, testFile } from "@/testing/config-file/test-file";

const start = '{ "limits": { "user": { "maxBio": 1 } } }\n';

async function save(config: OpenFile, value: number): Promise<void> {
  const { etag } = await readAndRecord(config);
  const operations = [{ op: "set" as const, path: "limits.user.maxBio", value }];
  await saveOperations(config, { baseEtag: etag, author: byOperator("ada"), operations });
}

function command(name: string, ...parameters: string[]): string {
  const { stdout, stderr, status } = spawnSync(name, parameters, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  return stdout;
}

/** Returns a file's access list and extended attributes, without the file's name. */
const attributesOf = (path: string): string =>
  command("getfacl", "--omit-header", "--numeric", path) +
  command("getfattr", "--dump", "--match=-", "--absolute-names", path)
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .sort()
    .join("\n");

const canCheck = ["getfacl", "setfacl", "getfattr", "setfattr"].every(
  (name) => spawnSync(name, ["--version"]).status === 0,
);
const canSet = canCheck && (await tryToSet());
if (!canSet)
  console.warn(
    `SKIPPED: access lists and extended attributes need Debian's packages acl and attr, and a file system with both at ${tmpdir()}.`,
  );

async function tryToSet(): Promise<boolean> {
  const path = join(tmpdir(), `attributes-${process.pid}`);
  writeFileSync(path, "");
  const done =
    spawnSync("setfacl", ["-m", "u:12345:r", path]).status === 0 &&
    spawnSync("setfattr", ["-n", "user.note", "-v", "x", path]).status === 0;
  command("rm", path);
  return done;
}

async function fileOf(): Promise<TestFile> {
  const file = await testFile();
  file.write(start);
  chmodSync(file.config.path, 0o640);
  return file;
}

/** Simulates a machine on which attributes cannot be copied. */
function withoutCp(folder: string): void {
  mkdirSync(join(folder, "bin"));
  symlinkSync(command("which", "tar").trim(), join(folder, "bin", "tar"));
  vi.stubEnv("PATH", join(folder, "bin"));
}

afterEach(() => vi.unstubAllEnvs());

suite.skipIf(!canSet)("access lists and extended attributes", () => {
  test("survive saves, even after another program has changed them", async () => {
    const { config, read } = await fileOf();
    command("setfacl", "-m", "u:12345:rw,g:23456:r", config.path);
    command("setfattr", "-n", "user.origin", "-v", "café = 1\nline", config.path);
    command("setfattr", "-n", "user.empty", config.path);
    const before = attributesOf(config.path);
    expect(before).toContain("user:12345:rw-");
    expect(before).toContain("user.origin");
    for (const value of [2, 3]) {
      const { ino } = statSync(config.path);
      await save(config, value);
      expect(read()).toBe(start.replace("1", String(value)));
      expect(statSync(config.path).ino).not.toBe(ino);
      expect(attributesOf(config.path)).toBe(before);
    }
    command("setfacl", "-b", config.path);
    command("setfattr", "-x", "user.origin", config.path);
    command("setfattr", "-x", "user.empty", config.path);
    const bare = attributesOf(config.path);
    await save(config, 4);
    expect(attributesOf(config.path)).toBe(bare);
    command("setfattr", "-n", "user.origin", "-v", "again", config.path);
    await save(config, 5);
    expect(attributesOf(config.path)).toContain('user.origin="again"');
  });

  test("are not inherited from the folder", async () => {
    const { config, folder } = await fileOf();
    command("setfacl", "-d", "-m", "u:12345:rw", folder);
    const before = attributesOf(config.path);
    await save(config, 2);
    expect(attributesOf(config.path)).toBe(before);
    expect(before).not.toContain("12345");
  });

  test("are inherited from the folder by a new file, and then survive saves", async () => {
    const { config, folder } = await testFile({ generates: () => false });
    command("setfacl", "-d", "-m", "u:12345:rw", folder);
    await prepare(config);
    const before = attributesOf(config.path);
    expect(before).toContain("12345");
    command("setfacl", "-k", folder);
    await save(config, 2);
    expect(attributesOf(config.path)).toBe(before);
  });

  test("are read and copied without the options of tar in the panel's environment", async () => {
    const { config } = await fileOf();
    command("setfattr", "-n", "user.origin", "-v", "backup", config.path);
    vi.stubEnv("TAR_OPTIONS", "--exclude=*");
    await save(config, 2);
    expect(attributesOf(config.path)).toContain('user.origin="backup"');
  });

  test("are compared without the names of the files", async () => {
    const { folder } = await testFile();
    const { config } = await testFile({ path: join(folder, "é-SCHILY.acl.json") });
    writeFileSync(config.path, start);
    command("setfattr", "-n", "user.origin", "-v", "backup", config.path);
    await save(config, 2);
    expect(attributesOf(config.path)).toContain('user.origin="backup"');
  });

  test("that the kernel computes for each file are not compared", async () => {
    const { config, folder } = await fileOf();
    const isSet = spawnSync("setfattr", ["-n", "security.ima", "-v", "x", config.path]).status === 0;
    if (!isSet) return;
    withoutCp(folder);
    await save(config, 2);
    vi.unstubAllEnvs();
    expect(attributesOf(config.path)).not.toContain("security.ima");
  });

  test("of the folder block a save if the new file would have them", async () => {
    const { config, folder } = await fileOf();
    command("setfacl", "-d", "-m", "u:12345:rw", folder);
    withoutCp(folder);
    await expect(save(config, 2)).rejects.toThrow(
      /extended attributes of \S+config\.json\. The file was not/,
    );
  });

  test("block a save if the new file would lose them", async () => {
    const { config, read, folder, leftovers } = await fileOf();
    command("setfacl", "-m", "u:12345:r", config.path);
    command("setfattr", "-n", "user.origin", "-v", "backup", config.path);
    withoutCp(folder);
    const error = await save(config, 2).then(
      () => null,
      (failure: AppError) => failure,
    );
    expect(error).toMatchObject({
      code: "config-write-failed",
      details: { reason: "attributes", aftermath: "unchanged" },
    });
    expect(error?.message).toMatch(
      / of \S+ \(acl\.access, (?:system\.posix_acl_access, )?user\.origin\)\. The file was not changed\./,
    );
    expect(read()).toBe(start);
    expect(leftovers()).toEqual(["bin"]);
  });

  test("are read again only if the file has changed since the last save", async () => {
    const { config, read } = await fileOf();
    await save(config, 2);
    vi.stubEnv("PATH", "");
    for (const value of [3, 4]) await save(config, value);
    expect(read()).toBe(start.replace("1", "4"));
    expect(config.state.attributesUnknown).toBe(false);
    chmodSync(config.path, 0o600);
    await save(config, 5);
    expect(config.state.attributesUnknown).toBe(true);
  });
});

test("if this machine's tools cannot read attributes, the panel warns at startup and can still save", async () => {
  const { config, read } = await fileOf();
  vi.stubEnv("PATH", "");
  await prepare(config);
  const { problems } = await describe(config, await readAndRecord(config));
  expect(problems).toContainEqual({
    severity: "warning",
    message: expect.stringMatching(/tar cannot determine/),
  });
  await save(config, 2);
  expect(read()).not.toBe(start);
});

test("a tar that prints nothing cannot read attributes either", async () => {
  const { config, folder } = await fileOf();
  mkdirSync(join(folder, "bin"));
  symlinkSync(command("which", "true").trim(), join(folder, "bin", "tar"));
  vi.stubEnv("PATH", join(folder, "bin"));
  await prepare(config);
  expect(config.state.attributesUnknown).toBe(true);
});

test("the panel does not warn if its tar can read attributes, or if there is no file", async () => {
  for (const { config } of [await fileOf(), await testFile({ generates: () => false })]) {
    expect(config.state.attributesUnknown).toBe(false);
    await prepare(config);
    expect(config.state.attributesUnknown).toBe(false);
  }
});

test("a save succeeds if another program removes the new file right after the rename", async () => {
  const { config, exists } = await fileOf();
  const rename: FileOps["rename"] = async (from, to) => {
    await realFileOps.rename(from, to);
    rmSync(to);
  };
  await save({ ...config, files: createFiles({ ...realFileOps, rename }) }, 2);
  expect(exists()).toBe(false);
});

test("a file with hard links is overwritten in place, so all its names show the new version", async () => {
  const { config, folder } = await fileOf();
  const other = join(folder, "other.json");
  linkSync(config.path, other);
  const { problems, file } = await describe(config, await readAndRecord(config));
  expect(file.readOnly).toBeNull();
  expect(problems).toContainEqual({
    severity: "warning",
    message: expect.stringMatching(/several names \(hard links\)/),
  });
  const { ino } = statSync(other);
  for (const value of [1_000_000, 2]) {
    await save(config, value);
    expect(readFileSync(other, "utf8")).toContain(`"maxBio": ${value} `);
    expect(statSync(config.path)).toMatchObject({ ino, nlink: 2 });
  }
});
