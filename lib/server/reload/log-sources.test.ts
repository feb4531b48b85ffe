import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { InstanceLogSource } from "@/lib/env";
import { follow, openLog } from "./log-sources";

const omitted = "\n… earlier output omitted …\n";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), "log-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Lets processes and files work, without the timers that the tests advance. */
const turn = () => wait(2);

async function until(isReached: () => boolean): Promise<void> {
  const end = performance.now() + 10_000;
  while (!isReached()) {
    if (performance.now() > end) throw new Error("The condition was not reached.");
    await turn();
  }
}

function followed(source: InstanceLogSource, privateFolders: string[] = []) {
  const seen = { text: "", problems: [] as (string | null)[] };
  const reader = {
    add: (text: string) => void (seen.text += text),
    report: (problem: string | null) => void seen.problems.push(problem),
  };
  const stop = follow(source, reader, privateFolders);
  onTestFinished(stop);
  /** Waits until the next look at the file has ended, and returns the new text. */
  async function look(): Promise<string> {
    const [from, looks] = [seen.text.length, seen.problems.length];
    if (looks > 0) vi.advanceTimersByTime(500);
    await until(() => seen.problems.length > looks);
    return seen.text.slice(from);
  }
  return { seen, stop, look };
}

/** How many file descriptors of this process lead to a path. */
const openAt = (path: string): number =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(path);
    } catch {
      return false;
    }
  }).length;

describe("the log in a file", () => {
  function inFile(content: string) {
    const path = join(folderOf(), "chat.log");
    writeFileSync(path, content);
    return { path, ...followed({ kind: "file", path }) };
  }

  it.each([
    [32_000, 32_000],
    [32_001, 32_000],
  ])("of %d bytes begins with its last %d bytes", async (size, expected) => {
    const { look } = inFile("x".repeat(size));
    expect(await look()).toHaveLength(expected);
  });

  it("is read every 500 ms, and whole unless more than 256,000 bytes were added", async () => {
    const { path, look, seen } = inFile("begun\n");
    expect(await look()).toBe("begun\n");
    appendFileSync(path, "x".repeat(256_000));
    vi.advanceTimersByTime(499);
    await turn();
    expect(seen.problems).toHaveLength(1);
    expect(await look()).toBe("x".repeat(256_000));
    expect(await look()).toBe("");
    appendFileSync(path, "y".repeat(256_001));
    expect(await look()).toBe(`${omitted}${"y".repeat(32_000)}`);
    appendFileSync(path, "end\n");
    expect(await look()).toBe("end\n");
    expect(seen.problems).toEqual(Array(5).fill(null));
  });

  it("is read from its beginning after it was truncated", async () => {
    const { path, look } = inFile("a long line\n");
    await look();
    truncateSync(path, 0);
    expect(await look()).toBe("");
    appendFileSync(path, "again\n");
    expect(await look()).toBe("again\n");
    writeFileSync(path, "new\n");
    expect(await look()).toBe("new\n");
  });

  it("is read to its end before the new file of a rotation", async () => {
    const { path, look } = inFile("one\n");
    await look();
    appendFileSync(path, "two\n");
    renameSync(path, `${path}.1`);
    writeFileSync(path, "x".repeat(40_000));
    // The old file's last line may have no end.
    expect(await look()).toBe(`two\n\n${"x".repeat(40_000)}`);
    expect(await look()).toBe("");
  });

  it("is followed again after it was unreadable for a while", async () => {
    const { path, look, seen } = inFile("one\n");
    await look();
    rmSync(path);
    expect(await look()).toBe("");
    expect(seen.problems.at(-1)).toMatch(/chat\.log cannot be read \(ENOENT\)\. Correct INSTANCE_LOG/);
    symlinkSync("/dev/null", path);
    expect(await look()).toBe("\n");
    expect(seen.problems.at(-1)).toMatch(/cannot be read \(it is not a regular file\)/);
    rmSync(path);
    writeFileSync(path, "two\n");
    expect(await look()).toBe("two\n");
    expect(seen.problems.at(-1)).toBeNull();
  });

  const short = "/sys/devices/system/cpu/online";
  it.runIf(existsSync(short))("may be shorter than its size says, as files of the kernel are", async () => {
    const { look, seen } = followed({ kind: "file", path: short });
    expect(await look()).toMatch(/^\d.*\n$/);
    expect(seen.problems).toEqual([null]);
  });

  it.runIf(existsSync("/proc/self/fd"))("is open once, and closed when the panel stops", async () => {
    const { path, look, stop } = inFile("one\n");
    await look();
    renameSync(path, `${path}.1`);
    writeFileSync(path, "two\n");
    await look();
    expect(openAt(path)).toBe(1);
    stop();
    await until(() => openAt(path) === 0);
    vi.advanceTimersByTime(500);
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(openAt(path)).toBe(0);
    // The panel stops while it opens the file.
    const other = inFile("three\n");
    other.stop();
    await until(() => other.seen.problems.length === 1);
    await until(() => openAt(other.path) === 0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.runIf(existsSync("/proc/self/fd"))("is not left open if it is refused", async () => {
    const folder = folderOf();
    await expect(openLog(folder, [join(folder, "none")])).rejects.toThrow("it is not a regular file");
    expect(openAt(folder)).toBe(0);
  });

  it("may be in a folder whose name only begins like that of a private one", async () => {
    const path = join(folderOf(), "data-log");
    writeFileSync(path, "one\n");
    const handle = await openLog(path, [path.replace(/-log$/, ""), join(path, "..", "none")]);
    await handle.close();
  });
});

describe("the log of a program", () => {
  const shell = (script: string) => followed({ kind: "command", command: ["/bin/sh", "-c", script] });

  it("goes on with a new run of the program five seconds after its end, until the panel stops", async () => {
    const { seen, stop } = shell("echo out; echo error >&2; exit 3");
    await until(() => seen.problems.length === 2);
    expect(seen.problems).toEqual([null, expect.stringMatching(/^\/bin\/sh exited with status 3\. Correct/)]);
    await until(() => seen.text.length === 10);
    vi.advanceTimersByTime(4_999);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    await until(() => seen.problems.length === 4 && seen.text.length === 20);
    expect(seen.problems[2]).toBeNull();
    expect(vi.getTimerCount()).toBe(1);
    stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("starts a missing program again later, too", async () => {
    const { seen } = followed({ kind: "command", command: ["/no/such/program"] });
    await until(() => seen.problems.length === 1);
    vi.advanceTimersByTime(5_000);
    await until(() => seen.problems.length === 2);
    expect(seen.problems[1]).toMatch(/^\/no\/such\/program could not be started \(ENOENT\)/);
  });

  it("ends with the panel, whose end is no problem of the program", async () => {
    const { seen, stop } = shell("echo $$; sleep 60");
    await until(() => seen.text.endsWith("\n"));
    const pid = Number(seen.text);
    stop();
    await until(() => {
      try {
        return process.kill(pid, 0) && false;
      } catch {
        return true;
      }
    });
    for (let turns = 0; turns < 20; turns += 1) await turn();
    expect(seen.problems).toEqual([null]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("waits half a second after every 256,000 characters", async () => {
    const { seen } = shell("head -c 1000000 /dev/zero | tr '\\0' x; echo; sleep 60");
    const piece = 65_536;
    for (const pause of [1, 2]) {
      await until(() => seen.text.length >= pause * 256_000 && vi.getTimerCount() === 1);
      for (let turns = 0; turns < 20; turns += 1) await turn();
      expect(seen.text.length).toBeLessThan(pause * (256_000 + piece));
      expect(seen.text.length).toBeLessThan(1_000_000);
      vi.advanceTimersByTime(499);
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1);
    }
    await until(() => {
      vi.advanceTimersByTime(500);
      return seen.text.endsWith("\n");
    });
    expect(seen.text).toHaveLength(1_000_001);
  });

  it("gets none of the panel's secrets and no input", async () => {
    vi.stubEnv("INSTANCE_OPERATOR_TOKEN", "not for programs");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { seen } = shell('cat; echo "[$INSTANCE_OPERATOR_TOKEN]"');
    await until(() => seen.text.endsWith("\n"));
    expect(seen.text).toBe("[]\n");
  });
});
