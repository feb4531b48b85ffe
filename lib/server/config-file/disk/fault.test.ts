import { byOperator } from "@/lib/shared/author";
import { readdirSync } from "node:fs";
import { describe as suite, expect, test } from "vitest";
import { thorough } from "@/testing/thorough";
import { AppError } from "@/lib/errors";
import { saveOperations } from "../save-operations";
import { type OpenFile, readAndRecord, whileLocked } from "../open-file";
import { createFiles, type FileOps, realFileOps } from "./disk";
import { etagOf } from "../version";
import { type TestFile, testFile } from "@/testing/config-file/test-file";

type Call = keyof FileOps;
/** Decides when each call fails: `before` the real call runs, `after` the real call has run, or not at all (null). */
type Plan = (call: Call, nth: number) => { code: string; when: "before" | "after" } | null;

function failing(plan: Plan): { ops: FileOps; calls: Call[] } {
  const calls: Call[] = [];
  const ops = Object.fromEntries(
    Object.entries(realFileOps).map(([name, real]) => [
      name,
      async (...parameters: unknown[]) => {
        const call = name as Call;
        calls.push(call);
        const fault = plan(call, calls.length);
        const fail = () =>
          Promise.reject(Object.assign(new Error(`${fault?.code}: injected`), { code: fault?.code }));
        // A real close always runs, because the system closes a descriptor even if it reports an error.
        if (fault?.when === "before" && call !== "close") return fail();
        const result: unknown = await (real as (...parameters: unknown[]) => Promise<unknown>)(...parameters);
        return fault ? fail() : result;
      },
    ]),
  ) as unknown as FileOps;
  return { ops, calls };
}

const codes = ["EIO", "ENOSPC", "EROFS", "EACCES", "EMFILE"];
const path = "limits.user.maxBio";
const start = '{\n  "limits": { "user": { "maxBio": 0 } }\n}\n';

/** How a file is written: by renaming, or in place if the file is a mount point. */
const ways = [
  ["by renaming", false],
  ["in place", true],
] as const;

async function fileOf(inPlace: boolean): Promise<TestFile> {
  const file = await testFile();
  file.write(start);
  await readAndRecord(file.config);
  file.config.state.busy = inPlace;
  return file;
}

interface Attempt {
  before: string;
  after: string;
  error: unknown;
  calls: Call[];
}

/** Increases the only setting in the file by one and saves the file, while `plan` makes calls fail. */
async function attempt(file: TestFile, inPlace: boolean, plan: Plan): Promise<Attempt> {
  const before = file.read();
  const value = Number(/\d+/.exec(before)![0]) + 1;
  const { ops, calls } = failing(plan);
  const config: OpenFile = {
    ...file.config,
    files: createFiles(ops),
    state: { ...file.config.state, busy: inPlace },
  };
  const error = await saveOperations(config, {
    baseEtag: etagOf(Buffer.from(before)),
    author: byOperator("ada"),
    operations: [{ op: "set", path, value }],
  }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  // A running panel shares this state between saves. Without it, each save would start tar.
  file.config.state.plain = config.state.plain;
  return { before, after: before.replace(/\d+/, String(value)), error, calls };
}

function expectTrueMessage(error: unknown, { before, after }: Attempt, now: string): void {
  if (error === null) return expect(now).toBe(after);
  expect(error).toBeInstanceOf(AppError);
  const { message, details } = error as AppError;
  expect(message).not.toMatch(/injected|undefined/);
  // The message must describe the state of the file correctly.
  if (now === before) expect(message).toMatch(/not changed|Nothing was changed/);
  else expect(details.aftermath).toBe("changed");
}

const journals = ({ dataDir }: TestFile) =>
  readdirSync(dataDir).filter((name) => /journal$|\.tmp$/.test(name));

suite.each(ways)("a save %s", (_, inPlace) => {
  test("leaves the old or new bytes if any single file operation fails", async () => {
    const file = await fileOf(inPlace);
    const { calls, error } = await attempt(file, inPlace, () => null);
    expect(error).toBeNull();
    expect(calls.length).toBeGreaterThan(30);
    // Each call fails with one of the codes, and with all of them in thorough runs.
    for (const [shift, when] of (["before", "after"] as const).entries()) {
      for (let nth = 1; nth <= calls.length + 1; nth += 1) {
        for (const code of thorough ? codes : [codes[(nth + shift) % codes.length]!]) {
          const result = await attempt(file, inPlace, (_call, count) =>
            count === nth ? { code, when } : null,
          );
          const now = file.read();
          expect([result.before, result.after], `${code} ${when} call ${nth}`).toContain(now);
          expectTrueMessage(result.error, result, now);
          expect(file.leftovers(), `${code} ${when} call ${nth}`).toEqual([]);
        }
      }
    }
    await whileLocked(file.config, (current) => current);
    expect(journals(file)).toEqual([]);
    expect((await file.config.records.find({ limit: 1 }))[0]?.etag).toBe(etagOf(Buffer.from(file.read())));
  });

  test("is repaired by the next lock holder if file operations keep failing", async () => {
    const file = await fileOf(inPlace);
    const { calls } = await attempt(file, inPlace, () => null);
    for (let nth = 1; nth <= calls.length; nth += 1) {
      const result = await attempt(file, inPlace, (_call, count) =>
        count >= nth ? { code: "EIO", when: "before" } : null,
      );
      const left = file.read();
      if (!inPlace) expect([result.before, result.after]).toContain(left);
      const { version } = await whileLocked(file.config, (current) => current);
      expect(version?.text).toBe(file.read());
      expect([result.before, result.after], `from call ${nth}`).toContain(file.read());
      expect(file.leftovers()).toEqual([]);
      expect(journals(file)).toEqual([]);
    }
  });

  test("completes after partial writes, and fails if the disk does not store the bytes", async () => {
    const file = await fileOf(inPlace);
    const base = await readAndRecord(file.config);
    const config = (write: FileOps["write"]): OpenFile => ({
      ...file.config,
      files: createFiles({ ...realFileOps, write }),
    });
    const operations = [{ op: "set" as const, path, value: 123_456 }];
    const short = config((fd, bytes, offset, length, position) =>
      realFileOps.write(fd, bytes, offset, Math.min(length, 7), position),
    );
    const saved = await saveOperations(short, { baseEtag: base.etag, author: byOperator("ada"), operations });
    expect(file.read()).toBe(start.replace(/\d+/, "123456"));
    const lying = config(async (_fd, _bytes, _offset, length) => length);
    const request = {
      baseEtag: saved.etag,
      author: byOperator("ada"),
      operations: [{ op: "set" as const, path, value: 9 }],
    };
    await expect(saveOperations(lying, request)).rejects.toThrow("reads back differently");
    await expect(
      saveOperations(
        config(async () => 0),
        request,
      ),
    ).rejects.toThrow("no more bytes");
    expect(file.read()).toBe(start.replace(/\d+/, "123456"));
    expect(file.leftovers()).toEqual([]);
  });
});

test("the error of a failed save states whether the file was changed", async () => {
  const file = await fileOf(false);
  const failOn = (call: Call, code: string) =>
    attempt(file, false, (name) => (name === call ? { code, when: "before" } : null));
  expect(String((await failOn("write", "ENOSPC")).error)).toContain(
    "The disk is full. The file was not changed. Free some space",
  );
  expect(String((await failOn("rename", "EROFS")).error)).toContain(
    "is on a read-only file system. The file was not changed.",
  );
  const unsynced = await attempt(
    file,
    false,
    (() => {
      let syncs = 0;
      return (call: Call) =>
        call === "fsync" && ++syncs === 2 ? { code: "EIO", when: "before" as const } : null;
    })(),
  );
  expect(String(unsynced.error)).toContain("The new version is in place, but the disk did not confirm");
  expect(file.read()).toBe(unsynced.after);
});
