import { chmodSync, chownSync, rmSync, statSync } from "node:fs";
import { describe as suite, expect, test } from "vitest";
import type { Context } from "../context";
import { readAndRecord } from "../watch/file-snapshot";
import { describe } from "../describe";
import { closeToOthers } from "./permissions";
import { testFile } from "@/testing/config-file/test-context";

const secret = '{"gif": {"apiKey": "k"}}';
const problems = async (context: Context) => (await describe(context, await readAndRecord(context))).problems;
const modeOf = ({ path }: Context) => statSync(path).mode & 0o777;

suite("a file with secrets that others on the machine can open", () => {
  test.each([
    [0o644, 0o640, /every user of this machine can read it\./],
    [0o666, 0o660, /every user of this machine can read and change it\./],
    [0o602, 0o600, /every user of this machine can change it\./],
  ])("with mode %o is told, and closed when that is asked for", async (mode, closed, words) => {
    const { context, write, read } = await testFile();
    write(secret);
    chmodSync(context.path, mode);
    const [problem, ...others] = await problems(context);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      severity: "warning",
      message: expect.stringMatching(words),
      fix: { action: "close-file", consequence: expect.stringMatching(/cannot start again/) },
    });
    const { etag } = await readAndRecord(context);
    expect((await closeToOthers(context)).etag).toBe(etag);
    expect([modeOf(context), read()]).toEqual([closed, secret]);
    expect(await problems(context)).toEqual([]);
  });

  test("is nothing to tell about while no secret is in it, nor when only its group can read it", async () => {
    const { context, write } = await testFile();
    write("{}");
    chmodSync(context.path, 0o644);
    expect(await problems(context)).toEqual([]);
    write(secret);
    chmodSync(context.path, 0o640);
    expect(await problems(context)).toEqual([]);
  });

  test("is left alone where the panel may not change it, with the command to type", async () => {
    const { context, write, again } = await testFile();
    write(secret);
    chmodSync(context.path, 0o644);
    const shown = again({ readOnly: true });
    const [problem] = await problems(shown);
    expect(problem?.message).toContain(`chmod o-rwx ${context.path}`);
    expect(problem).not.toHaveProperty("fix");
    await expect(closeToOthers(shown)).rejects.toMatchObject({ code: "config-read-only" });
    expect(modeOf(context)).toBe(0o644);
    rmSync(context.path);
    await expect(closeToOthers(context)).rejects.toMatchObject({ code: "conflict" });
  });

  test("says so where the file system does not do it", async () => {
    const { context, write } = await testFile();
    write(secret);
    chmodSync(context.path, 0o644);
    const denied = Object.assign(new Error("EPERM: operation not permitted"), { code: "EPERM" });
    const refusing = (chmod: Context["ops"]["chmod"]): Context => ({
      ...context,
      ops: { ...context.ops, chmod },
    });
    await expect(closeToOthers(refusing(() => Promise.reject(denied)))).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("refused it (EPERM)"),
    });
    await expect(closeToOthers(refusing(async () => undefined))).rejects.toMatchObject({
      message: expect.stringContaining("ignored it"),
    });
  });
});

// Only root can create a file owned by another user.
test.runIf(process.geteuid?.() === 0)(
  "root may close a file of another user, and keeps its owner",
  async () => {
    const { context, write } = await testFile();
    write(secret);
    chownSync(context.path, 12_345, 23_456);
    chmodSync(context.path, 0o664);
    await closeToOthers(context);
    const { uid, gid } = statSync(context.path);
    expect([modeOf(context), uid, gid]).toEqual([0o660, 12_345, 23_456]);
  },
);
