/**
 * `npm run bench:api` measures three endpoints of the production build over HTTP: create an application,
 * create its bot, and authorize the bot in a guild. The guilds have 100, 10,000 and 100,000 members, each
 * with its own role. Measures for comparison:
 * - the health check
 * - a preflight request, which only the front door handles
 * - a bare Node server that makes the same database insert (`floor.mjs`)
 * Runs all measurements in turn, `ROUNDS` times. Prints the median round of each measurement, with the server's CPU
 * time per request, and the panel's peak memory (VmHWM). Asserts nothing.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { databaseOf } from "../e2e/support/database";
import { type Panel, startPanel } from "../e2e/support/panel";
import { PanelClient } from "../e2e/support/session";
import { type Measured, measure, type Shot } from "./load";
import { cpuTime, peakMemory } from "./process-usage";

const concurrency = Number(process.env.CONCURRENCY ?? 10);
const count = Number(process.env.REQUESTS ?? 3000);
const rounds = Number(process.env.ROUNDS ?? 3);
const warmUp = Math.ceil(count / 5);
/** If DATABASE_URL is set, the panel uses PostgreSQL. The bare server always uses SQLite. */
const { DATABASE_URL, LOG_LEVEL = "info" } = process.env;

const FLOOR = "bare Node, same insert";
/** The member counts of the guilds in which bots are authorized. */
const SIZES = [100, 10_000, 100_000];
/** The peak memory of the panel in each round (MiB). */
const peaks: number[] = [];

interface Round extends Measured {
  /**
   * The CPU time of the server (ms). Unlike requests per second, it hardly depends on the disk or on other
   * programs.
   */
  cpu: number;
}

const shots = <T>(items: readonly T[], shot: (item: T) => Shot) => items.map(shot);
const named = Array.from({ length: count + warmUp }, (_, index) => `Buoy ${index}`);
const creation = (path: string) => (name: string) => ({ path, body: JSON.stringify({ name }) });

/** Sends all requests. The first ones warm up the panel, and only the rest are measured. */
async function phase(
  { base, pid }: { base: string; pid: number },
  all: Shot[],
  options: { headers?: Record<string, string>; answered?: (text: string) => void } = {},
): Promise<Round> {
  await measure(base, all.slice(0, warmUp), { ...options, concurrency });
  const before = await cpuTime(pid);
  const measured = await measure(base, all.slice(warmUp), { ...options, concurrency });
  return { ...measured, cpu: (await cpuTime(pid)) - before };
}

async function floor(): Promise<Round> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const server = spawn(process.execPath, ["bench/floor.mjs", join(folder, "floor.db")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [port] = (await once(server.stdout, "data")) as [Buffer];
    const bare = { base: `http://127.0.0.1:${port.toString().trim()}`, pid: server.pid ?? 0 };
    return await phase(bare, shots(named, creation("/")));
  } finally {
    server.kill();
    await rm(folder, { recursive: true });
  }
}

async function endpoints(): Promise<Record<string, Round>> {
  const panel = await startPanel({
    config: JSON.stringify({ limits: { guild: { maxRoles: 1_000_000, maxMembers: 1_000_000 } } }),
    env: { LOG_LEVEL, ...(DATABASE_URL && { DATABASE_URL }) },
  });
  try {
    const client = await PanelClient.signIn(panel);
    const headers = { authorization: await client.userToken() };
    const base = { base: panel.url.replace("localhost", "127.0.0.1"), pid: panel.pid };
    const ids: string[] = [];
    const answered = (text: string) => void ids.push((JSON.parse(text) as { id: string }).id);
    const preflights = named.map(() => ({ method: "OPTIONS", path: "/api/v9/applications" }));
    const nothing = await phase(base, preflights, { headers });
    const health = await phase(
      base,
      named.map(() => ({ method: "GET", path: "/api/health" })),
    );
    const create = await phase(base, shots(named, creation("/api/v9/applications")), { headers, answered });
    const bot = await phase(
      base,
      shots(ids, (id) => ({ path: `/api/v9/applications/${id}/bot` })),
      { headers },
    );
    const authorize: Record<string, Round> = {};
    for (const size of SIZES) {
      const body = JSON.stringify({
        guild_id: await newGuild(client, panel, size),
        permissions: "8",
        authorize: true,
      });
      authorize[`POST /oauth2/authorize, ${size.toLocaleString("en")} members`] = await phase(
        base,
        shots(ids, (id) => ({ path: `/api/v9/oauth2/authorize?client_id=${id}`, body })),
        { headers },
      );
    }
    peaks.push(await peakMemory(panel.pid));
    return {
      "a preflight": nothing,
      "GET /api/health": health,
      "POST /applications": create,
      "POST /applications/:id/bot": bot,
      ...authorize,
    };
  } finally {
    await panel.dispose();
  }
}

/**
 * Creates a guild with `size` members: the operator as its owner, and bots that each have their own role.
 * @returns the id of the guild
 */
async function newGuild(client: PanelClient, { dataDir }: Panel, size: number): Promise<string> {
  const created = await client.send("POST", "/api/panel/guilds", { name: `Guild of ${size}` });
  const { id } = (await created.json()) as { id: string };
  const { query } = databaseOf(DATABASE_URL, dataDir);
  // The operator and @everyone already exist. These ids cannot collide with ids that the panel generates.
  const members = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${size - 1}),
    ids (id) as (select cast(${size} * 1000000 + n as text) from numbers)`;
  const insert = (table: string, columns: string, values: string) =>
    query(`insert into ${table} (${columns}) ${members} select ${values} from ids`);
  await insert(
    "users",
    "id, username, bot, rights, disabled, deleted, valid_tokens_since, created_at",
    "id, 'Buoy', 1, '0', 0, 0, 0, 0",
  );
  await insert("members", "guild_id, user_id, bot, joined_at", `'${id}', id, 1, 0`);
  await insert(
    "roles",
    "id, guild_id, name, permissions, position, managed",
    `id, '${id}', 'Buoy', '8', 1, 1`,
  );
  await insert("member_roles", "guild_id, user_id, role_id", `'${id}', id, id`);
  return id;
}

const measured = new Map<string, Round[]>();
for (let round = 0; round < rounds; round += 1) {
  for (const [name, figures] of Object.entries({ [FLOOR]: await floor(), ...(await endpoints()) }))
    measured.set(name, [...(measured.get(name) ?? []), figures]);
}
const medians = [...measured].map(([name, all]): [string, Round] => {
  const sorted = all.toSorted((a, b) => a.perSecond - b.perSecond);
  return [name, sorted[sorted.length >> 1] as Round];
});
const base = new Map(medians).get(FLOOR)?.perSecond ?? NaN;
console.log(
  `${count} requests each after ${warmUp} to warm up, concurrency ${concurrency}, median of ${rounds}; ` +
    `${cpus().length} × ${cpus()[0]?.model.trim()}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}\n`,
);
console.table(
  Object.fromEntries(
    medians.map(([name, { perSecond, p50, p99, cpu, requests }]) => [
      name,
      {
        "requests/s": Math.round(perSecond),
        "CPU ms": Number((cpu / requests).toFixed(2)),
        "p50 ms": Number(p50.toFixed(2)),
        "p99 ms": Number(p99.toFixed(2)),
        "of the floor": `${((perSecond / base) * 100).toFixed(0)} %`,
      },
    ]),
  ),
);
console.log(`Peak memory of the panel: ${Math.max(...peaks).toFixed(0)} MiB`);
