import { byOperator } from "@/lib/shared/author";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe as suite, expect, onTestFinished, test } from "vitest";
import type { AppError } from "@/lib/errors";
import { saveOperations } from "../save-operations";
import { type OpenFile, readAndRecord } from "../open-file";
import { describe } from "../describe";
import { prepare } from "../prepare";
import { testFile } from "@/testing/config-file/test-file";
import { saveRaw } from "../raw-text";
import { bundle, start as startProcess } from "@/testing/config-file/test-process";

const path = "limits.user.maxBio";
const start = '{ "limits": { "user": { "maxBio": 1 } } }\n';
const after = start.replace("1", "2");

async function save(config: OpenFile, value = 2): Promise<void> {
  const { etag } = await readAndRecord(config);
  const operations = [{ op: "set" as const, path, value }];
  await saveOperations(config, { baseEtag: etag, author: byOperator("ada"), operations });
}

const rejected = async (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => Promise.reject(new Error("It was not refused.")),
    (error: AppError) => error,
  );

suite("symbolic links", () => {
  test("are followed through a chain of links, and saves preserve them", async () => {
    const { config, folder } = await testFile();
    mkdirSync(join(folder, "real"));
    writeFileSync(join(folder, "real", "instance.json"), start);
    symlinkSync("real/instance.json", join(folder, "middle"));
    symlinkSync("middle", config.path);
    await save(config);
    expect(readlinkSync(config.path)).toBe("middle");
    expect(lstatSync(join(folder, "real", "instance.json")).isFile()).toBe(true);
    expect(readFileSync(join(folder, "real", "instance.json"), "utf8")).toBe(after);
  });

  test("determine where a missing file is created", async () => {
    const { config, folder } = await testFile({ generates: () => false });
    mkdirSync(join(folder, "real"));
    symlinkSync("real/new.json", config.path);
    await prepare(config);
    expect(readlinkSync(config.path)).toBe("real/new.json");
    expect(readFileSync(join(folder, "real", "new.json"), "utf8")).toBe("{}\n");
  });

  test("are reported if they form a loop, and prevent saves", async () => {
    const { config } = await testFile();
    symlinkSync("config.json", config.path);
    await prepare(config);
    const { file, etag } = await describe(config, await readAndRecord(config));
    expect(file.state).toBe("unreadable");
    expect(file.readOnly).toMatch(/symbolic links at .* form a loop/);
    const request = { baseEtag: etag, text: "{}", author: byOperator("ada") };
    await expect(saveRaw(config, request)).rejects.toMatchObject({
      code: "config-unusable",
      message: expect.stringMatching(/form a loop.*Nothing was changed\./),
    });
  });
});

test("a pipe or a folder at the file's path is reported immediately", async () => {
  const { config, folder } = await testFile();
  expect(spawnSync("mkfifo", [config.path]).status).toBe(0);
  expect((await readAndRecord(config)).state).toBe("unreadable");
  const other = await testFile({ path: folder });
  await prepare(other.config);
  expect((await describe(other.config, await readAndRecord(other.config))).problems[0]?.message).toMatch(
    /CONFIG_PATH is a folder/,
  );
});

test("a save preserves the file's mode, including special bits", async () => {
  const { config, write } = await testFile();
  write(start);
  chmodSync(config.path, 0o2664);
  await save(config);
  expect(statSync(config.path).mode & 0o7777).toBe(0o2664);
});

const root = process.geteuid?.() === 0;
const canMount = root && tryMount();
if (!canMount) console.warn("SKIPPED: tests with owners and real mounts need root and the right to mount.");

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "config-mount-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "tmpfs", folder]).status === 0;
  if (mounted) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return mounted;
}

/** Whether other users may run code in this checkout. False if the checkout is in a private home folder. */
const othersMayRun =
  root &&
  spawnSync(process.execPath, ["-e", "require('./lib/server/db/sqlite-driver.cjs')"], {
    uid: 65_534,
    cwd: process.cwd(),
  }).status === 0;
if (root && !othersMayRun) console.warn("SKIPPED: other users cannot reach this checkout.");

function mount(...parameters: string[]): void {
  const result = spawnSync("mount", parameters, { encoding: "utf8" });
  expect(result.stderr).toBe("");
  const point = parameters.at(-1)!;
  onTestFinished(() => void spawnSync("umount", ["-l", point]));
}

suite.skipIf(!canMount)("as root", () => {
  test("a save preserves owner and group", async () => {
    const { config, write, folder } = await testFile();
    write(start);
    chownSync(config.path, 12_345, 23_456);
    await save(config);
    const { uid, gid } = statSync(config.path);
    expect([uid, gid]).toEqual([12_345, 23_456]);
    expect(statSync(join(folder, ".config.json.lock")).uid).toBe(12_345);
  });

  test.skipIf(!othersMayRun).each<[string, number, number, RegExp, string]>([
    ["owns the file", 65_534, 0o600, /null/, "save done"],
    ["may write another user's file", 0, 0o666, /null/, "save done"],
    [
      "may not write another user's file",
      0,
      0o644,
      /is not allowed to write the file/,
      "save config-read-only",
    ],
    ["may not write the file", 65_534, 0o400, /is not allowed to write the file/, "save config-read-only"],
  ])(
    "if the panel's user %s, the panel reports before a save whether it can save",
    async (_, owner, mode, reason, outcome) => {
      const program = await bundle("save-child");
      const { config, write, folder, read } = await testFile();
      const data = mkdtempSync(join(tmpdir(), "config-data-"));
      onTestFinished(() => rmSync(data, { recursive: true }));
      write(start);
      for (const path of [folder, data]) chownSync(path, 65_534, 65_534);
      chownSync(config.path, owner, owner);
      chmodSync(config.path, mode);
      const child = startProcess(program, { CONFIG: config.path, DATA: data }, { uid: 65_534 });
      expect(await child.line("reason")).toMatch(reason);
      expect(await child.line("save")).toBe(outcome);
      expect(read()).toBe(outcome === "save done" ? after : start);
      const { uid, gid, mode: kept } = statSync(config.path);
      expect([uid, gid, kept & 0o7777]).toEqual([owner, owner, mode]);
    },
  );

  const server = 65_533;
  const shared = 23_456;
  test.skipIf(!othersMayRun).each<[string, { gid: number; folder: number; file: number }]>([
    ["a folder and a file of the server's group", { gid: shared, folder: 0o2775, file: 0o664 }],
    ["only a file of the server's group", { gid: shared, folder: 0o2755, file: 0o664 }],
    ["a folder and a file that everybody may write", { gid: 65_534, folder: 0o777, file: 0o666 }],
    ["only a file that everybody may write", { gid: 65_534, folder: 0o755, file: 0o666 }],
  ])("a panel that may write %s saves, and preserves the owner", async (_, { gid, folder: open, file }) => {
    const program = await bundle("save-child");
    const { config, write, folder, read } = await testFile();
    const data = mkdtempSync(join(tmpdir(), "config-data-"));
    onTestFinished(() => rmSync(data, { recursive: true }));
    write(start);
    chownSync(data, 65_534, gid);
    for (const [path, mode] of [
      [folder, open],
      [config.path, file],
    ] as const) {
      chownSync(path, server, shared);
      chmodSync(path, mode);
    }
    const child = startProcess(program, { CONFIG: config.path, DATA: data }, { uid: 65_534, gid });
    expect(await child.line("reason")).toMatch(/null/);
    expect(await child.line("save")).toBe("save done");
    expect(read()).toBe(after);
    const { uid, gid: group, mode } = statSync(config.path);
    expect([uid, group, mode & 0o7777]).toEqual([server, shared, file]);
  });

  test.skipIf(!othersMayRun)(
    "a folder that the panel's user may not enter prevents saves, and is reported",
    async () => {
      const program = await bundle("save-child");
      const { config, folder, dataDir, write } = await testFile();
      write(start);
      chmodSync(folder, 0o700);
      chownSync(dataDir, 65_534, 65_534);
      const child = startProcess(program, { CONFIG: config.path, DATA: dataDir }, { uid: 65_534 });
      expect(await child.line("reason")).toMatch(/uid 65534\) is not allowed to enter one of the folders/);
      expect(await child.line("save")).toBe("save config-unusable");
    },
  );

  test("a save fails if the file system is full, and the old version remains", async () => {
    const folder = mkdtempSync(join(tmpdir(), "config-full-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mount("-t", "tmpfs", "-o", "size=64k", "tmpfs", folder);
    const { config } = await testFile({ path: join(folder, "config.json") });
    writeFileSync(config.path, start);
    await save(config, 1);
    // Fills the disk completely. `cat` is expected to fail.
    spawnSync("sh", ["-c", `cat /dev/zero > ${join(folder, "ballast")}`]);
    const full = await rejected(save(config, 2));
    expect(full.message).toContain("The disk is full. The file was not changed.");
    expect(readFileSync(config.path, "utf8")).toBe(start);
    expect(spawnSync("ls", ["-A", folder], { encoding: "utf8" }).stdout).not.toContain(".tmp");
    rmSync(join(folder, "ballast"));
    await save(config, 2);
    expect(readFileSync(config.path, "utf8")).toBe(after);
  });

  test("a read-only file system is reported before any edit, and saves are refused", async () => {
    const folder = mkdtempSync(join(tmpdir(), "config-ro-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mount("-t", "tmpfs", "tmpfs", folder);
    const { config } = await testFile({ path: join(folder, "config.json") });
    writeFileSync(config.path, start);
    mount("-o", "remount,ro", folder);
    const document = await describe(config, await readAndRecord(config));
    expect(document.file.readOnly).toMatch(/read-only file system/);
    expect((await rejected(save(config))).code).toBe("config-read-only");
    expect(readFileSync(config.path, "utf8")).toBe(start);
  });

  test("a bind-mounted file is overwritten in place, and a warning explains this", async () => {
    const { config, folder, write } = await testFile();
    const source = join(folder, "source.json");
    writeFileSync(source, start);
    write("");
    mount("--bind", source, config.path);
    const inode = statSync(source).ino;
    const document = await describe(config, await readAndRecord(config));
    expect(document.file.readOnly).toBeNull();
    expect(document.problems).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/The file itself is mounted/) }),
    );
    await save(config, 1_000_000);
    expect(readFileSync(source, "utf8")).toBe(start.replace("1", "1000000"));
    await save(config, 2);
    expect(readFileSync(source, "utf8")).toBe(after);
    expect(statSync(source).ino).toBe(inode);
  });
});

suite("the place of the file", () => {
  test("in a Kubernetes volume causes a warning, and a save changes the file behind the links", async () => {
    const { config, folder } = await testFile();
    mkdirSync(join(folder, "..2026_1"));
    writeFileSync(join(folder, "..2026_1", "config.json"), start);
    symlinkSync("..2026_1", join(folder, "..data"));
    symlinkSync(join("..data", "config.json"), config.path);
    const { problems } = await describe(config, await readAndRecord(config));
    expect(problems.map(({ message }) => message)).toContainEqual(expect.stringMatching(/Kubernetes volume/));
    await save(config, 2);
    expect(readFileSync(join(folder, "..2026_1", "config.json"), "utf8")).toBe(after);
  });

  test("being a folder is explained with the habit of Docker", async () => {
    const { config } = await testFile();
    mkdirSync(config.path);
    const { file, problems } = await describe(config, await readAndRecord(config));
    expect(file.readOnly).toMatch(/Docker creates one/);
    expect(JSON.stringify(problems)).toMatch(/Docker creates one/);
  });
});
