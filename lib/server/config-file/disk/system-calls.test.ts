import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type TestFile, testFile } from "@/testing/config-file/test-file";
import { bundle, type Child, start } from "@/testing/config-file/test-process";
import { thorough } from "@/testing/thorough";
import { etagOf } from "../version";
import { prepare } from "../prepare";

/** The calls by which Node and SQLite change or read files. `write` serves only pipes and event loops here. */
const calls = [
  "openat",
  "pwrite64",
  "pread64",
  "fsync",
  "fdatasync",
  "rename",
  "link",
  "unlink",
  "ftruncate",
];
const codes = thorough ? ["EIO", "ENOSPC", "EINTR"] : ["EIO"];
const ways = [
  ["by renaming", {}],
  ["in place", { IN_PLACE: "1" }],
] as const;

const hasStrace = spawnSync("strace", ["true"]).status === 0;
if (!hasStrace) console.warn("strace is missing or not allowed: no system call is made to fail.");

interface Result {
  etag?: string;
  code?: string;
  message?: string;
  details?: { aftermath?: string };
  unreadable?: string;
  unexpected?: string;
}

/** Traces one thread, so that the number of a call does not depend on the other threads. */
async function attach(thread: number, expression: readonly string[], log: string): Promise<ChildProcess> {
  const tracer = spawn("strace", ["-p", String(thread), "-o", log, ...expression], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  for await (const line of createInterface({ input: tracer.stderr! })) if (line.includes("attached")) break;
  return tracer;
}

async function detach(tracer: ChildProcess): Promise<void> {
  tracer.kill("SIGINT");
  await once(tracer, "exit");
}

async function save(child: Child): Promise<Result> {
  child.lines.length = 0;
  child.process.stdin!.write("save\n");
  return JSON.parse(await child.line("{")) as Result;
}

/** Returns how often each thread makes each call during a save. */
async function callsOf(
  child: Child,
  log: string,
): Promise<{ thread: number; call: string; count: number }[]> {
  const threads = readdirSync(`/proc/${child.process.pid}/task`).map(Number);
  const logs = threads.map((thread) => `${log}.${thread}`);
  const tracers = await Promise.all(
    threads.map((thread, index) => attach(thread, ["-e", `trace=${calls.join(",")}`], logs[index]!)),
  );
  expect(await save(child)).toHaveProperty("etag");
  await Promise.all(tracers.map(detach));
  return threads.flatMap((thread, index) => {
    const text = readFileSync(logs[index]!, "utf8");
    return calls.flatMap((call) => {
      const count = text.split("\n").filter((line) => line.startsWith(`${call}(`)).length;
      return count === 0 ? [] : [{ thread, call, count }];
    });
  });
}

function expectTrue(result: Result, { before, now, when }: { before: string; now: string; when: string }) {
  const value = Number(/\d+/.exec(before)![0]);
  const after = before.replace(/\d+/, String(value + 1));
  expect([before, after], when).toContain(now);
  expect(result.unexpected, when).toBeUndefined();
  if (result.unreadable !== undefined) return;
  if (result.etag !== undefined) {
    expect(now, when).toBe(after);
    expect(result.etag, when).toBe(etagOf(Buffer.from(now)));
  } else if (now === after) expect(result.details?.aftermath, when).toBe("changed");
  else expect(result.message, when).toMatch(/not changed|[Nn]othing was (changed|saved)/);
}

async function expectRecorded({ config }: TestFile, acknowledged: ReadonlySet<string>): Promise<void> {
  const { rows } = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(config.db);
  expect(rows).toEqual([{ integrity_check: "ok" }]);
  const versions = await config.db.selectFrom("config_revisions").select(["etag", "state"]).execute();
  expect(versions.filter(({ state }) => state !== "saved")).toEqual([]);
  const recorded = new Set(versions.map(({ etag }) => etag));
  expect([...acknowledged].filter((etag) => !recorded.has(etag))).toEqual([]);
}

async function failEachCall(file: TestFile, further: Record<string, string>): Promise<number> {
  const program = await bundle("repeated-save-child");
  file.write('{\n  "limits": { "user": { "maxBio": 0 } }\n}\n');
  await prepare(file.config);
  const child = start(program, { ...file.environment, ...further, UV_THREADPOOL_SIZE: "1" });
  await child.line("ready");
  for (let warm = 0; warm < 3; warm += 1) expect(await save(child)).toHaveProperty("etag");
  const log = join(file.dataDir, "trace");
  let injected = 0;
  const acknowledged = new Set<string>();
  const acknowledge = ({ etag }: Result) => void (etag && acknowledged.add(etag));
  for (const { thread, call } of await callsOf(child, log)) {
    for (const code of codes) {
      for (let nth = 1; ; nth += 1) {
        const when = `${call} ${nth} of thread ${thread === child.process.pid ? "main" : "pool"}: ${code}`;
        const before = file.read();
        const tracer = await attach(thread, ["-e", `inject=${call}:error=${code}:when=${nth}`], log);
        const result = await save(child);
        await detach(tracer);
        const hit = readFileSync(log, "utf8").includes("(INJECTED)");
        expectTrue(result, { before, now: file.read(), when });
        if (!hit) break;
        injected += 1;
        acknowledge(result);
        const next = await save(child);
        expect(next, `the save after ${when}`).toHaveProperty("etag");
        acknowledge(next);
      }
    }
  }
  child.process.stdin!.end();
  expect(await child.end()).toBe(0);
  await expectRecorded(file, acknowledged);
  return injected;
}

test.runIf(hasStrace).each(ways)(
  "a save %s leaves the old or the new file and reports which if any of its system calls fails",
  { timeout: 600_000 },
  async (_, further) => {
    const file = await testFile({ retention: 1_000_000 }, { shared: true });
    expect(await failEachCall(file, further)).toBeGreaterThan(50);
    expect(file.leftovers()).toEqual([]);
  },
);
