import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { onPostgres } from "@/testing/test-database";
import { thorough } from "@/testing/thorough";
import { valueOf } from "@/lib/shared/json/tree";
import { Version } from "../version";
import { prepare } from "../prepare";
import { testFile } from "@/testing/config-file/test-file";
import { bundle, type Child, start } from "@/testing/config-file/test-process";

/**
 * Number of processes to kill. A smaller number suffices with PostgreSQL, because only the storage of versions differs
 * from SQLite.
 */
const kills = thorough ? 5_000 : onPostgres() ? 8 : 32;
const killsInPlace = kills / 4;

let program: string;
beforeAll(async () => {
  program = await bundle("crash-child");
});

const numbers = (lines: readonly string[], word: string): number[] =>
  lines.filter((line) => line.startsWith(`${word} `)).map((line) => Number(line.split(" ")[1]));

/**
 * A process kills itself right before one of its first `targets` file-system calls. A save makes about 45 calls, so
 * this covers more than two saves.
 */
const targets = 100;

/**
 * In even rounds, the process kills itself right before the file-system call with this number. The factor 39
 * spreads even a few rounds over all 100 calls, because 0.39 is close to the golden section (0.382). No call
 * is chosen twice within 100 rounds, because 39 and 100 have no common divisor. Each lane of processes begins at
 * a different number.
 */
const targetOf = (round: number, lane: number): number => 1 + (((round + lane) * 39) % targets);

/**
 * Starts and kills processes that save one file. In half of the rounds, the process kills itself right before
 * a certain file-system call. In the other rounds, the process is killed at a random moment, which also hits
 * database steps.
 * @returns how many saves were acknowledged
 */
async function killSavers(lane: number, rounds: number, inPlace = false): Promise<number> {
  const { config, dataDir, environment, write, leftovers } = await testFile(
    { retention: 1_000_000 },
    { shared: true },
  );
  write('{\n  "limits": { "user": { "maxBio": 0 } },\n  "register": { "email": { "domains": [] } }\n}\n');
  await prepare(config);
  const launch = (further: Record<string, string> = {}): Child =>
    start(program, { ...environment, ...(inPlace ? { IN_PLACE: "1" } : {}), ...further });
  const launchFor = (round: number): Child =>
    launch(round % 2 === 0 ? { KILL_BEFORE: String(targetOf(round, lane)) } : {});

  // This process ends normally, so it stores its compiled code (`run.mjs`) for all later processes.
  const first = launch();
  first.process.stdin!.write("go\n");
  await first.line("ack");
  first.process.stdin!.end();
  expect(await first.end()).toBe(0);
  // The process may have ended during an in-place write, which `prepare` finishes.
  if (inPlace) await prepare(config);

  const acknowledged = new Set<string>();
  let highest = counterIn(config.path);
  // Starts the next process while the current one runs, because starting takes most of the time.
  let next = launchFor(0);
  for (let round = 0; round < rounds; round += 1) {
    const child = next;
    await child.line("ready");
    if (round + 1 < rounds) next = launchFor(round + 1);
    child.process.stdin!.write("go\n");
    if (round % 2 === 1) {
      // Half of these processes are killed only after an acknowledged save, even on a slow machine.
      await child.line(round % 4 === 1 ? "ack" : "try");
      await wait(Math.random() * 25);
      child.process.kill("SIGKILL");
    }
    expect(await child.end(), "the process was killed, it did not fail").toBe(null);

    const acked = numbers(child.lines, "ack");
    const last = Math.max(highest, ...acked);
    // An interrupted in-place write is finished at the next start. A rename needs no repair.
    if (inPlace) await prepare(config);
    highest = counterIn(config.path);
    expect(highest).toBeGreaterThanOrEqual(last);
    expect(highest).toBeLessThanOrEqual(Math.max(last, ...numbers(child.lines, "try")));
    // A killed process leaves at most one temp file. The next holder of the lock removes it.
    expect(leftovers().length, leftovers().join(" ")).toBeLessThanOrEqual(1);
    for (const line of child.lines) if (line.startsWith("ack ")) acknowledged.add(line.split(" ")[2]!);
  }

  await prepare(config);
  expect(leftovers()).toEqual([]);
  expect(readdirSync(dataDir).filter((name) => !name.startsWith("instance.db"))).toEqual([]);
  const rows = await config.db.selectFrom("config_revisions").select(["etag", "state"]).execute();
  expect(rows.filter(({ state }) => state !== "saved")).toEqual([]);
  const kept = new Set(rows.map(({ etag }) => etag));
  expect([...acknowledged].filter((etag) => !kept.has(etag))).toEqual([]);
  return acknowledged.size;
}

/** @throws Error if the file is incomplete */
function counterIn(path: string): number {
  const parsed = Version.parse(readFileSync(path));
  if (!parsed.usable) throw new Error(JSON.stringify(parsed.problems));
  const { text, root } = parsed;
  const { limits, register } = valueOf(text, root) as {
    limits: { user: { maxBio: number } };
    register: { email: { domains: string[] } };
  };
  expect(register.email.domains).toHaveLength((limits.user.maxBio * 7919) % 400);
  return limits.user.maxBio;
}

test(
  `a save killed at any point (${kills} times) leaves the old or the new version`,
  { timeout: 120_000 + kills * 1_000 },
  async () => {
    const saves = await Promise.all([0, 1].map((lane) => killSavers(lane, kills / 2)));
    // Without enough acknowledged saves, the processes were killed too early and the test would prove nothing.
    expect(Math.min(...saves)).toBeGreaterThanOrEqual(Math.floor(kills / 2 / 4));
  },
);

test(
  `an in-place save killed at any point (${killsInPlace} times) is repaired at the next start`,
  { timeout: 120_000 + kills * 1_000 },
  async () => {
    expect(await killSavers(1, killsInPlace, true)).toBeGreaterThanOrEqual(Math.floor(killsInPlace / 4));
  },
);
