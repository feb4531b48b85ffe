/**
 * `npm run bench:api`: measures the three endpoints of the production build over HTTP. For comparison it also measures
 * a bare Node server that makes the same insert (`floor.mjs`), a preflight (the cost of the front door alone) and the
 * health check. Each runs in turn, `ROUNDS` times; prints the median round of each and the panel's peak memory (VmHWM).
 * Nothing here is asserted.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { startPanel } from "../e2e/support/panel";
import { PanelClient } from "../e2e/support/session";
import { type Measured, measure, type Shot } from "./load";
import { peakMemory } from "./peak-memory";

const concurrency = Number(process.env.CONCURRENCY ?? 10);
const count = Number(process.env.REQUESTS ?? 3000);
const rounds = Number(process.env.ROUNDS ?? 3);
const warmUp = Math.ceil(count / 5);
/** Set DATABASE_URL to measure with PostgreSQL; the floor always uses SQLite. */
const { DATABASE_URL, LOG_LEVEL = "info" } = process.env;

const FLOOR = "bare Node, same insert";
/** Peak memory of the panel in each round, in MiB. */
const peaks: number[] = [];

const shots = <T>(items: readonly T[], shot: (item: T) => Shot) => items.map(shot);
const named = Array.from({ length: count + warmUp }, (_, index) => `Buoy ${index}`);
const creation = (path: string) => (name: string) => ({ path, body: JSON.stringify({ name }) });

/** The first part of the shots is warm-up; only the rest is measured. */
async function phase(
  base: string,
  all: Shot[],
  options: { headers?: Record<string, string>; answered?: (text: string) => void } = {},
): Promise<Measured> {
  await measure(base, all.slice(0, warmUp), { ...options, concurrency });
  return measure(base, all.slice(warmUp), { ...options, concurrency });
}

async function floor(): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const server = spawn(process.execPath, ["bench/floor.mjs", join(folder, "floor.db")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [port] = (await once(server.stdout, "data")) as [Buffer];
    return await phase(`http://127.0.0.1:${port.toString().trim()}`, shots(named, creation("/")));
  } finally {
    server.kill();
    await rm(folder, { recursive: true });
  }
}

async function endpoints(): Promise<Record<string, Measured>> {
  const panel = await startPanel({
    config: JSON.stringify({ limits: { guild: { maxRoles: 1_000_000 } } }),
    env: { LOG_LEVEL, ...(DATABASE_URL && { DATABASE_URL }) },
  });
  try {
    const client = await PanelClient.signIn(panel);
    const [guild] = await client.json<{ id: string }[]>("/api/panel/guilds");
    const headers = { authorization: await client.userToken() };
    const base = panel.url.replace("localhost", "127.0.0.1");
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
    const body = JSON.stringify({ guild_id: guild?.id, permissions: "8", authorize: true });
    const authorize = await phase(
      base,
      shots(ids, (id) => ({ path: `/api/v9/oauth2/authorize?client_id=${id}`, body })),
      { headers },
    );
    peaks.push(await peakMemory(panel.pid));
    return {
      "a preflight": nothing,
      "GET /api/health": health,
      "POST /applications": create,
      "POST /applications/:id/bot": bot,
      "POST /oauth2/authorize": authorize,
    };
  } finally {
    await panel.dispose();
  }
}

const measured = new Map<string, Measured[]>();
for (let round = 0; round < rounds; round += 1) {
  for (const [name, figures] of Object.entries({ [FLOOR]: await floor(), ...(await endpoints()) }))
    measured.set(name, [...(measured.get(name) ?? []), figures]);
}
const medians = [...measured].map(([name, all]): [string, Measured] => {
  const sorted = all.toSorted((a, b) => a.perSecond - b.perSecond);
  return [name, sorted[sorted.length >> 1] as Measured];
});
const base = new Map(medians).get(FLOOR)?.perSecond ?? NaN;
console.log(
  `${count} requests each after ${warmUp} to warm up, concurrency ${concurrency}, median of ${rounds}; ` +
    `${cpus().length} × ${cpus()[0]?.model.trim()}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}\n`,
);
console.table(
  Object.fromEntries(
    medians.map(([name, { perSecond, p50, p99 }]) => [
      name,
      {
        "requests/s": Math.round(perSecond),
        "p50 ms": Number(p50.toFixed(2)),
        "p99 ms": Number(p99.toFixed(2)),
        "of the floor": `${((perSecond / base) * 100).toFixed(0)} %`,
      },
    ]),
  ),
);
console.log(`Peak memory of the panel: ${Math.max(...peaks).toFixed(0)} MiB`);
