import { chmodSync, chownSync, rmSync, statSync } from "node:fs";
import { describe as suite, expect, test } from "vitest";
import { type OpenFile, readAndRecord } from "./open-file";
import { describe } from "./describe";
import { createFiles, type FileOps, realFileOps } from "./disk/disk";
import { closeToOthers } from "./permissions";
import { testFile } from "@/testing/config-file/test-file";

const secret = '{"gif": {"apiKey": "k"}}';
const problems = async (config: OpenFile) =>
  (await describe(config, await readAndRecord(config))).problems.filter(({ rule }) => rule === undefined);
const modeOf = ({ path }: OpenFile) => statSync(path).mode & 0o777;

suite("a file that is open to other users", () => {
  test.each([
    [0o644, 0o640, /every user of this machine can read it\./],
    [0o666, 0o660, /every user of this machine can read and change it\./],
    [0o602, 0o600, /every user of this machine can change it\./],
  ])("is reported, and their access can be removed (mode %o)", async (mode, closed, words) => {
    const { config, write, read } = await testFile();
    write(secret);
    chmodSync(config.path, mode);
    const [problem, ...others] = await problems(config);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      severity: "warning",
      message: expect.stringMatching(words),
      fix: { action: "close-file", consequence: expect.stringMatching(/cannot start again/) },
    });
    const { etag } = await readAndRecord(config);
    expect((await closeToOthers(config)).etag).toBe(etag);
    expect([modeOf(config), read()]).toEqual([closed, secret]);
    expect(await problems(config)).toEqual([]);
  });

  test("is not reported if it contains no secret or is open only to its group", async () => {
    const { config, write } = await testFile();
    write("{}");
    chmodSync(config.path, 0o644);
    expect(await problems(config)).toEqual([]);
    write(secret);
    chmodSync(config.path, 0o640);
    expect(await problems(config)).toEqual([]);
  });

  test("causes a warning with a command if the panel may not change the file", async () => {
    const { config, write, again } = await testFile();
    write(secret);
    chmodSync(config.path, 0o644);
    const shown = again({ readOnly: true });
    const [problem] = await problems(shown);
    expect(problem?.message).toContain(`chmod o-rwx ${config.path}`);
    expect(problem).not.toHaveProperty("fix");
    await expect(closeToOthers(shown)).rejects.toMatchObject({ code: "config-read-only" });
    expect(modeOf(config)).toBe(0o644);
    rmSync(config.path);
    await expect(closeToOthers(config)).rejects.toMatchObject({ code: "conflict" });
  });

  test("causes an error if the file system refuses or ignores the new mode", async () => {
    const { config, write } = await testFile();
    write(secret);
    chmodSync(config.path, 0o644);
    const denied = Object.assign(new Error("EPERM: operation not permitted"), { code: "EPERM" });
    const refusing = (chmod: FileOps["chmod"]): OpenFile => ({
      ...config,
      files: createFiles({ ...realFileOps, chmod }),
    });
    await expect(closeToOthers(refusing(() => Promise.reject(denied)))).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("refused the change (EPERM)"),
    });
    await expect(closeToOthers(refusing(async () => undefined))).rejects.toMatchObject({
      message: expect.stringContaining("ignored the change"),
    });
  });
});

// Only root can create a file that another user owns.
test.runIf(process.geteuid?.() === 0)(
  "root can remove permissions of another user's file, and the owner stays the same",
  async () => {
    const { config, write } = await testFile();
    write(secret);
    chownSync(config.path, 12_345, 23_456);
    chmodSync(config.path, 0o664);
    await closeToOthers(config);
    const { uid, gid } = statSync(config.path);
    expect([modeOf(config), uid, gid]).toEqual([0o660, 12_345, 23_456]);
  },
);
