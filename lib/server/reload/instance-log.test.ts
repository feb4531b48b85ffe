import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { InstanceLogSource } from "@/lib/env";
import { createInstanceLog } from "./instance-log";
import { openLog } from "./log-sources";
import { Output } from "./output";

const secret = "a-secret-of-the-panel";

function opened(
  source: InstanceLogSource | undefined,
  clock = { now: () => Date.now() },
  privateFolders: string[] = [],
) {
  const log = createInstanceLog({
    ...{ source, clock, privateFolders },
    output: (earlier) => Promise.resolve(Output.begin(earlier, null, [secret])),
  });
  log.start();
  onTestFinished(() => log.stop());
  return log;
}

function inFolder() {
  const folder = mkdtempSync(join(tmpdir(), "output-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "chat.log");
}

const shows = (log: ReturnType<typeof opened>, text: string) =>
  vi.waitFor(async () => expect((await log.read()).text).toBe(text), { timeout: 10_000, interval: 50 });

describe("the output of the instance", () => {
  it("is followed across rotations and truncations of its file", async () => {
    const path = inFolder();
    writeFileSync(path, "before\n");
    const log = opened({ kind: "file", path });
    await shows(log, "before\n");
    appendFileSync(path, "half a ");
    appendFileSync(path, "line\n");
    await shows(log, "before\nhalf a line\n");
    appendFileSync(path, "last\n");
    renameSync(path, `${path}.1`);
    appendFileSync(`${path}.1`, "after the rotation\n");
    writeFileSync(path, "new file\n");
    await shows(log, "before\nhalf a line\nlast\nafter the rotation\n\nnew file\n");
    truncateSync(path, 0);
    appendFileSync(path, "again\n");
    await vi.waitFor(async () => expect((await log.read()).text).toMatch(/new file\nagain\n$/), 10_000);
  }, 40_000);

  it("says why a file cannot be read, and follows it as soon as it exists", async () => {
    const path = inFolder();
    const log = opened({ kind: "file", path });
    const problem = expect.stringContaining("cannot be read (ENOENT). Correct INSTANCE_LOG") as unknown;
    await vi.waitFor(async () => expect(await log.read()).toEqual({ text: "", problem }));
    writeFileSync(path, "started\n");
    await shows(log, "started\n");
    expect((await log.read()).problem).toBeNull();
  });

  it("hides secrets, credentials and keys, also a key whose beginning was dropped", async () => {
    const path = inFolder();
    const lines = [
      "rest of a key",
      "-----END PRIVATE KEY-----",
      `signed with ${secret}`,
      "amqp://chat:a-password@broker.example",
    ];
    writeFileSync(path, `${lines.join("\n")}\n`);
    const log = opened({ kind: "file", path });
    await vi.waitFor(async () => expect((await log.read()).text).toContain("broker.example"));
    const { text } = await log.read();
    expect(text).not.toMatch(/rest of a key|a-secret|a-password/);
    expect(text).toContain("signed with «secret»");
  });

  it("is bounded, and cuts a long line before the word that it would split", async () => {
    const print = `for (let i = 0; i < 3000; i++) console.log(i, "x".repeat(50)); console.log("end " + "y".repeat(5000))`;
    const log = opened({ kind: "command", command: [process.execPath, "-e", print] });
    await vi.waitFor(async () => expect((await log.read()).text).toMatch(/\nend …\n$/), 10_000);
    const { text } = await log.read();
    expect(text.length).toBeLessThanOrEqual(32_100);
    expect(text).toContain("… earlier output omitted …");
    await vi.waitFor(async () => expect((await log.read()).problem).toMatch(/exited with status 0/), 10_000);
  });

  it("never shows a part of a secret of a line without an end", async () => {
    const path = inFolder();
    writeFileSync(path, "");
    const log = opened({ kind: "file", path });
    appendFileSync(path, `${"x ".repeat(1_995)}${secret}${"y".repeat(50)}`);
    await shows(log, `${"x ".repeat(1_995)}…\n`);
    appendFileSync(path, `${secret} rest of the line\nnext\n`);
    await shows(log, `${"x ".repeat(1_995)}…\nnext\n`);
  });

  it("holds lines of up to 4,000 characters whole, and cuts only the longer ones", async () => {
    const path = inFolder();
    writeFileSync(path, "");
    const log = opened({ kind: "file", path });
    const whole = "y".repeat(4_000);
    // The panel reads 65,536 bytes at a time, so this line arrives in two pieces.
    appendFileSync(path, `${"x\n".repeat((65_536 - 4_000) / 2)}${whole}\n${"a ".repeat(2_000)}bb cc\nend\n`);
    await vi.waitFor(async () => expect((await log.read()).text).toMatch(/\nend\n$/), 10_000);
    expect((await log.read()).text).toContain(`x\n${whole}\n${"a ".repeat(2_000)}…\nend\n`);
    appendFileSync(path, `${"z".repeat(200_000)}\nafter\n`);
    await vi.waitFor(async () => expect((await log.read()).text).toMatch(/end\n…\nafter\n$/), 10_000);
  });

  it("begins with the last 32,000 bytes of a file, and skips what is written too fast", async () => {
    const path = inFolder();
    writeFileSync(path, `${"old line\n".repeat(1_000)}${"new line\n".repeat(3_555)}begun\n`);
    const log = opened({ kind: "file", path });
    await vi.waitFor(async () => expect((await log.read()).text).toMatch(/begun\n$/), 10_000);
    const { text } = await log.read();
    expect(text).not.toMatch(/old|omitted/);
    expect(text.length).toBe(32_000);
    appendFileSync(path, `lost\n${"fast line\n".repeat(30_000)}last\n`);
    await vi.waitFor(async () => expect((await log.read()).text).toMatch(/fast line\nlast\n$/), 10_000);
    expect((await log.read()).text).not.toContain("lost");
  });

  it("keeps the lines around a whole key, and drops those before the end of a cut one", async () => {
    const path = inFolder();
    const key = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n";
    writeFileSync(path, `before\n${key}after\n`);
    await shows(opened({ kind: "file", path }), "before\n«secret»\nafter\n");
    writeFileSync(path, `IIEp\n-----END RSA PRIVATE KEY-----\nbetween\n${key}after\n`);
    await shows(opened({ kind: "file", path }), "\nbetween\n«secret»\nafter\n");
  });

  it("notifies its listeners of text and problems until they stop listening, or the panel stops", async () => {
    const path = inFolder();
    const log = opened({ kind: "file", path });
    expect(log.isOn).toBe(true);
    const [first, second] = [vi.fn(), vi.fn()];
    const stopListening = log.watch(first);
    log.watch(second);
    await vi.waitFor(() => expect(first).toHaveBeenCalled(), 10_000);
    expect((await log.read()).problem).toContain("ENOENT");
    stopListening();
    first.mockClear();
    second.mockClear();
    writeFileSync(path, "text\n");
    await shows(log, "text\n");
    await vi.waitFor(() => expect(second).toHaveBeenCalled(), 10_000);
    expect(first).not.toHaveBeenCalled();
    log.stop();
    const other = opened({ kind: "file", path });
    appendFileSync(path, "later\n");
    await shows(other, "text\nlater\n");
    expect((await log.read()).text).toBe("text\n");
  }, 30_000);

  it("shows a line without an end only if it has more than 4,000 characters", async () => {
    const path = inFolder();
    writeFileSync(path, `first\n${"word ".repeat(799)}words`);
    const log = opened({ kind: "file", path });
    await shows(log, "first\n");
    appendFileSync(path, "x");
    await shows(log, `first\n${"word ".repeat(799)}…\n`);
  });

  it("goes on after more lines than are held", async () => {
    const path = inFolder();
    writeFileSync(path, "");
    const log = opened({ kind: "file", path });
    appendFileSync(path, `${"x\n".repeat(60_000)}end\n`);
    await vi.waitFor(async () => expect((await log.read()).text).toMatch(/x\nend\n$/), 10_000);
    expect((await log.read()).problem).toBeNull();
  });

  it("is followed once, also if it is started twice", async () => {
    const path = inFolder();
    writeFileSync(path, "once\n");
    const log = opened({ kind: "file", path });
    log.start();
    await shows(log, "once\n");
    appendFileSync(path, "next\n");
    await shows(log, "once\nnext\n");
  });

  it("notifies its listeners only of changes, half a second later", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const path = inFolder();
    writeFileSync(path, "text\n");
    const log = opened({ kind: "file", path });
    const listener = vi.fn();
    log.watch(listener);
    const hasTimers = async (count: number) => {
      for (const end = performance.now() + 10_000; vi.getTimerCount() !== count; await wait(2))
        if (performance.now() > end) throw new Error(`${vi.getTimerCount()} timers`);
    };
    // One timer is for the listeners, the other for the next look at the file.
    await hasTimers(2);
    vi.advanceTimersByTime(499);
    expect(listener).not.toHaveBeenCalled();
    for (let looks = 0; looks < 2; looks += 1) {
      vi.advanceTimersByTime(500);
      await hasTimers(1);
      expect(listener).toHaveBeenCalledTimes(1);
    }
    rmSync(path);
    vi.advanceTimersByTime(500);
    await hasTimers(2);
    log.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("comes from the journal of a unit", async () => {
    const folder = dirname(inFolder());
    writeFileSync(join(folder, "journalctl"), '#!/bin/sh\necho "$@"\n', { mode: 0o700 });
    vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const log = opened({ kind: "journald", unit: "chat.service" });
    await shows(log, "--follow --lines=100 --output=cat --unit chat.service\n");
  });

  it("says why a program ended, and ends a program with the panel", async () => {
    const problemOf = (command: string[], problem: RegExp) => {
      const log = opened({ kind: "command", command });
      return vi.waitFor(async () => expect((await log.read()).problem).toMatch(problem), 10_000);
    };
    await problemOf(["/no/such/program"], /^\/no\/such\/program could not be started \(ENOENT\)/);
    await problemOf(["/bin/sh", "-c", "kill -TERM $$"], /^\/bin\/sh was stopped by SIGTERM/);
    const log = opened({ kind: "command", command: ["/bin/sh", "-c", "echo $$; exec sleep 60"] });
    await vi.waitFor(async () => expect((await log.read()).text).toMatch(/^\d+\n$/), 10_000);
    const pid = Number((await log.read()).text);
    log.stop();
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 10_000);
    expect((await log.read()).problem).toBeNull();
  }, 30_000);

  it("does not come from a file of the panel, or from a pipe, to which the log was replaced by a link", async () => {
    const path = inFolder();
    const folder = `${path}-data`;
    mkdirSync(folder);
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "nextauth-secret"), "signs all sessions\n");
    execFileSync("mkfifo", [`${path}.pipe`]);
    writeFileSync(path, "usual\n");
    const log = opened({ kind: "file", path }, undefined, [folder]);
    await shows(log, "usual\n");
    const isRefused = (why: string) =>
      vi.waitFor(async () => expect((await log.read()).problem).toContain(`cannot be read (${why})`), 10_000);
    for (const [target, why] of [
      [join(folder, "nextauth-secret"), "it is a file of the panel"],
      [`${path}.pipe`, "it is not a regular file"],
    ] as const) {
      rmSync(path);
      symlinkSync(target, path);
      await isRefused(why);
    }
    expect((await log.read()).text).toBe("usual\n\n");
  }, 30_000);

  it.runIf(process.platform === "linux")(
    "does not come from a file of the panel whose folder replaces the log's folder meanwhile",
    async () => {
      const folder = dirname(inFolder());
      const [logs, secrets] = [join(folder, "logs"), join(folder, "secrets")];
      for (const one of [logs, secrets]) mkdirSync(one);
      writeFileSync(join(logs, "chat.log"), "usual\n");
      writeFileSync(join(secrets, "chat.log"), "signs all sessions\n");
      const swapped: typeof open = (...words) => {
        renameSync(logs, `${logs}.1`);
        symlinkSync(secrets, logs);
        return open(...words);
      };
      const opening = openLog(join(logs, "chat.log"), [secrets], swapped);
      await expect(opening).rejects.toThrow("it is a file of the panel");
    },
  );

  it.runIf(process.platform === "linux")("does not come from the panel's environment", async () => {
    const path = inFolder();
    symlinkSync("/proc/self/environ", path);
    await expect(openLog(path, [])).rejects.toThrow("it is a file of the panel");
  });

  it("can be read from a time on", async () => {
    let now = 1_000;
    const path = inFolder();
    writeFileSync(path, "early\n");
    const log = opened({ kind: "file", path }, { now: () => now });
    await shows(log, "early\n");
    now = 2_000;
    appendFileSync(path, "late\n");
    await shows(log, "early\nlate\n");
    expect((await log.read({ since: 2_000 })).text).toBe("late\n");
    expect((await log.read({ since: 2_001 })).text).toBe("");
  });

  it("is off without INSTANCE_LOG", async () => {
    const log = opened(undefined);
    expect([log.isOn, await log.read()]).toEqual([false, { text: "", problem: null }]);
  });
});
