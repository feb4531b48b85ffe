import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { valueOf } from "./json";
import { parse } from "./parse";
import { prepare } from "./prepare";
import { testFile } from "./test-context";
import { bundle, type Child, start } from "./test-process";

/** `npm run test:crash` asks for many more. */
const kills = Number(process.env.CRASH_KILLS ?? 320);

let program: string;
beforeAll(async () => {
  program = await bundle("crash-child");
});

const numbers = (lines: readonly string[], word: string): number[] =>
  lines.filter((line) => line.startsWith(`${word} `)).map((line) => Number(line.split(" ")[1]));

/**
 * Half of the processes kill themselves in front of a known file-system call, one after the other through the whole
 * save; the other half are killed from here at random moments, which reach the database's steps too.
 */
test(
  `a saving process that is killed (${kills} times) leaves the old version or the new one`,
  { timeout: 120_000 + kills * 1_000 },
  async () => {
    const { context, dataDir, write, leftovers } = await testFile({ retention: 1_000_000 });
    write('{\n  "limits": { "user": { "maxBio": 0 } },\n  "register": { "email": { "domains": [] } }\n}\n');
    await prepare(context);
    const launch = (index: number): Child =>
      start(program, {
        CONFIG: context.path,
        DATA: dataDir,
        ...(index % 2 === 0 ? { KILL_BEFORE: String(1 + ((index / 2) % 60)) } : {}),
      });

    const acknowledged = new Set<string>();
    let highest = 0;
    // The next process loads while this one works: most of the time goes into starting them.
    let next = launch(0);
    for (let index = 0; index < kills; index += 1) {
      const child = next;
      await child.line("ready");
      next = launch(index + 1);
      child.process.stdin!.write("go\n");
      if (index % 2 === 1) {
        await child.line("try");
        await wait(Math.random() * 25);
        child.process.kill("SIGKILL");
      }
      expect(await child.end(), "the process was killed, it did not fail").toBe(null);

      const [tried, acked] = [numbers(child.lines, "try"), numbers(child.lines, "ack")];
      const parsed = parse(readFileSync(context.path));
      if (!parsed.usable) throw new Error(`kill ${index}: ${JSON.stringify(parsed.problems)}`);
      const { text, root } = parsed.version;
      const value = valueOf(text, root) as {
        limits: { user: { maxBio: number } };
        register: { email: { domains: string[] } };
      };
      const found = value.limits.user.maxBio;
      const last = Math.max(highest, ...acked);
      expect(found).toBeGreaterThanOrEqual(last);
      expect(found).toBeLessThanOrEqual(Math.max(last, ...tried));
      expect(value.register.email.domains).toHaveLength((found * 7919) % 400);
      // What dies with a process is at most its one temp file; the next holder of the lock removes it.
      expect(leftovers().length).toBeLessThanOrEqual(1);
      highest = found;
      for (const line of child.lines) if (line.startsWith("ack ")) acknowledged.add(line.split(" ")[2]!);
    }
    next.process.kill("SIGKILL");

    await prepare(context);
    expect(leftovers()).toEqual([]);
    const rows = await context.db().selectFrom("config_revisions").select(["etag", "state"]).execute();
    expect(rows.filter(({ state }) => state !== "saved")).toEqual([]);
    const kept = new Set(rows.map(({ etag }) => etag));
    expect([...acknowledged].filter((etag) => !kept.has(etag))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(kills / 4);
  },
);
