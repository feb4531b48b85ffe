import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { onPostgres } from "@/lib/db/test-database";
import { valueOf } from "./json";
import { parse } from "./parse";
import { prepare } from "./prepare";
import { testFile } from "./test-context";
import { bundle, type Child, start } from "./test-process";

/** `npm run test:crash` asks for many more. What differs with PostgreSQL is only the keeping of versions. */
const kills = Number(process.env.CRASH_KILLS ?? (onPostgres() ? 32 : 304));

let program: string;
beforeAll(async () => {
  program = await bundle("crash-child");
});

const numbers = (lines: readonly string[], word: string): number[] =>
  lines.filter((line) => line.startsWith(`${word} `)).map((line) => Number(line.split(" ")[1]));

/** A save makes about 45 file-system calls; the targets go through more than two saves of a process. */
const targets = 100;

/**
 * Kills processes that save one file. Half of them kill themselves in front of a known file-system call; the other half
 * are killed from here at random moments, which reach the database's steps too. Only even lanes' targets are even, so
 * that two lanes cover all. Returns how many saves were acknowledged.
 */
async function killSavers(lane: number, rounds: number, inPlace = false): Promise<number> {
  const { context, dataDir, environment, write, leftovers } = await testFile(
    { retention: 1_000_000 },
    { shared: true },
  );
  write('{\n  "limits": { "user": { "maxBio": 0 } },\n  "register": { "email": { "domains": [] } }\n}\n');
  await prepare(context);
  const launch = (round: number): Child =>
    start(program, {
      ...environment,
      ...(inPlace ? { IN_PLACE: "1" } : {}),
      ...(round % 2 === 0 ? { KILL_BEFORE: String(1 + ((round + lane) % targets)) } : {}),
    });

  const acknowledged = new Set<string>();
  let highest = 0;
  // The next process loads while this one works: most of the time goes into starting them.
  let next = launch(0);
  for (let round = 0; round < rounds; round += 1) {
    const child = next;
    await child.line("ready");
    next = launch(round + 1);
    child.process.stdin!.write("go\n");
    if (round % 2 === 1) {
      // Every other time not before a save was acknowledged, however slow the machine is.
      await child.line(round % 4 === 1 ? "ack" : "try");
      await wait(Math.random() * 25);
      child.process.kill("SIGKILL");
    }
    expect(await child.end(), "the process was killed, it did not fail").toBe(null);

    const acked = numbers(child.lines, "ack");
    const last = Math.max(highest, ...acked);
    // A write in place that was cut off is finished by the next start; a rename needs no repair.
    if (inPlace) await prepare(context);
    highest = counterIn(context.path);
    expect(highest).toBeGreaterThanOrEqual(last);
    expect(highest).toBeLessThanOrEqual(Math.max(last, ...numbers(child.lines, "try")));
    // What dies with a process is at most its one temp file; the next holder of the lock removes it.
    expect(leftovers().length, leftovers().join(" ")).toBeLessThanOrEqual(1);
    for (const line of child.lines) if (line.startsWith("ack ")) acknowledged.add(line.split(" ")[2]!);
  }
  next.process.kill("SIGKILL");

  await prepare(context);
  expect(leftovers()).toEqual([]);
  expect(readdirSync(dataDir).filter((name) => !name.startsWith("instance.db"))).toEqual([]);
  const rows = await context.db().selectFrom("config_revisions").select(["etag", "state"]).execute();
  expect(rows.filter(({ state }) => state !== "saved")).toEqual([]);
  const kept = new Set(rows.map(({ etag }) => etag));
  expect([...acknowledged].filter((etag) => !kept.has(etag))).toEqual([]);
  return acknowledged.size;
}

/** @throws Error when the file is not whole */
function counterIn(path: string): number {
  const parsed = parse(readFileSync(path));
  if (!parsed.usable) throw new Error(JSON.stringify(parsed.problems));
  const { text, root } = parsed.version;
  const { limits, register } = valueOf(text, root) as {
    limits: { user: { maxBio: number } };
    register: { email: { domains: string[] } };
  };
  expect(register.email.domains).toHaveLength((limits.user.maxBio * 7919) % 400);
  return limits.user.maxBio;
}

test(
  `a saving process that is killed (${kills} times) leaves the old version or the new one`,
  { timeout: 120_000 + kills * 1_000 },
  async () => {
    const saves = await Promise.all([0, 1].map((lane) => killSavers(lane, kills / 2)));
    // Otherwise the processes were killed before they did anything, and the test has shown nothing.
    expect(Math.min(...saves)).toBeGreaterThanOrEqual(Math.floor(kills / 2 / 4));
  },
);

test(
  `a process that is killed (${kills / 8} times) while it writes in place leaves what the next start repairs`,
  { timeout: 120_000 + kills * 1_000 },
  async () => {
    expect(await killSavers(1, kills / 8, true)).toBeGreaterThanOrEqual(Math.floor(kills / 8 / 4));
  },
);
