/**
 * `npm run bench:flood` measures how fast the health check and the sign-in page respond while clients flood the production
 * build. The panel's heap is limited to 512 MB. The floods: `PIPELINED` requests for a page on one connection;
 * `PARALLEL` connections with one request each; 400 connections that request each route of the sign-in for `SECONDS`; 120
 * anonymous requests whose bodies of 8 MiB never end. `npm run bench:flood -- csrf` runs only the floods whose name
 * contains the word. Prints response times, statuses, and the peak memory (VmHWM). Asserts nothing.
 *
 * `MEMORY=96,128` runs the floods once for each limit (MiB) in a memory cgroup, with the options of the release. It
 * needs root, and a host whose memory cgroups can be written to.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { type Panel, startPanel } from "../e2e/support/panel";
import { peakMemory } from "./process-usage";

const pipelined = Number(process.env.PIPELINED ?? 6000);
const parallel = Number(process.env.PARALLEL ?? 500);
const seconds = Number(process.env.SECONDS ?? 10);
const [only = ""] = process.argv.slice(2);

/** The number of requests before the flood. They give the process time to compile its code. */
const WARM_UP = 20;

/**
 * Sends all requests at once on one connection. Waits until all are answered or the connection closes.
 * @returns the number of responses by status
 */
async function sendPipelined({ url }: Panel): Promise<Record<string, number>> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
  const statuses: Record<string, number> = {};
  let answered = 0;
  socket.setEncoding("latin1").on("data", (text: string) => {
    for (const [, status = ""] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      statuses[status] = (statuses[status] ?? 0) + 1;
      if ((answered += 1) >= pipelined) socket.destroy();
    }
  });
  socket.write("GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(pipelined));
  await new Promise((resolve) => void socket.once("close", resolve));
  return statuses;
}

function status(url: string, body?: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json" };
    const options = body === undefined ? {} : { method: "POST", headers };
    const sent = request(url, { agent: false, ...options }, (response) => {
      response.resume().once("close", () => resolve(String(response.statusCode)));
    });
    sent.on("error", (error) => resolve(error.message)).end(body);
  });
}

async function sendParallel({ url }: Panel): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const sent = Array.from({ length: parallel }, () => status(`${url}/login`));
  for (const each of await Promise.all(sent)) statuses[each] = (statuses[each] ?? 0) + 1;
  return statuses;
}

type Flood = (panel: Panel) => Promise<Record<string, number>>;

/** Keeps 400 connections busy with one request after the other. */
const anonymous =
  (path: string, body?: string): Flood =>
  async ({ url }) => {
    const statuses: Record<string, number> = {};
    const end = performance.now() + seconds * 1000;
    const client = async () => {
      while (performance.now() < end) {
        const each = await status(`${url}${path}`, body);
        statuses[each] = (statuses[each] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 400 }, client));
    return statuses;
  };

const STALLED_BYTES = 8 * 1024 * 1024;

/** Sends all but the last byte of each body, and hangs up after ten seconds. */
async function sendStalledBodies({ url }: Panel): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const count = (key: string) => (statuses[key] = (statuses[key] ?? 0) + 1);
  const body = Buffer.alloc(STALLED_BYTES - 1, "0");
  const stalled = () =>
    new Promise<void>((resolve) => {
      const headers = { "content-type": "application/json", "content-length": STALLED_BYTES };
      const sent = request(
        `${url}/api/panel/config/import`,
        { method: "POST", headers, agent: false },
        (response) => {
          count(String(response.statusCode));
          response.resume();
        },
      );
      const timer = setTimeout(() => {
        count("stalled");
        sent.destroy();
      }, 10_000);
      sent
        .on("error", () => undefined)
        .on("close", () => {
          clearTimeout(timer);
          resolve();
        });
      sent.write(body);
    });
  await Promise.all(Array.from({ length: 120 }, stalled));
  return statuses;
}

/** Returns the command that starts a panel in a memory cgroup, so that Node chooses its heap by this limit. */
async function commandWithin(mib: number): Promise<[string, ...string[]]> {
  const isVersion1 = existsSync("/sys/fs/cgroup/memory/memory.limit_in_bytes");
  const group = isVersion1 ? "/sys/fs/cgroup/memory/flood" : "/sys/fs/cgroup/flood";
  await mkdir(group, { recursive: true });
  const limits = isVersion1
    ? ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"]
    : ["memory.swap.max", "memory.max"];
  // Without swap: a limit that includes swap cannot be lower than the limit on memory.
  if (isVersion1) await writeFile(join(group, limits[1] ?? ""), "-1").catch(() => undefined);
  for (const name of limits)
    await writeFile(join(group, name), name === "memory.swap.max" ? "0" : String(mib * 1024 * 1024));
  const start = "--max-semi-space-size=4 scripts/start.mjs --no-build";
  return ["sh", "-c", `echo $$ > ${group}/cgroup.procs && exec ${process.execPath} ${start}`];
}

/** Requests a URL again and again in a process of its own. @returns a function that ends this, with the times (ms) */
async function timesOf(url: string): Promise<() => Promise<number[]>> {
  const program = fork(new URL("health-times.ts", import.meta.url), [url]);
  await once(program, "message");
  return async () => {
    const measured = once(program, "message");
    program.send("end");
    return (await measured)[0] as number[];
  };
}

function inWords(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return `p50 ${at(0.5).toFixed(0)}, p99 ${at(0.99).toFixed(0)}, slowest of ${sorted.length} ${at(1).toFixed(0)} ms`;
}

async function measure(title: string, flood: Flood, limit?: number) {
  if (!title.includes(only)) return;
  const panel = await startPanel(
    limit === undefined
      ? { env: { NODE_OPTIONS: "--max-old-space-size=512", LOG_LEVEL: "warn" } }
      : { command: await commandWithin(limit), env: { LOG_LEVEL: "warn" } },
  );
  try {
    for (let n = 0; n < WARM_UP; n += 1) await status(`${panel.url}/login`);
    const [health, page] = [await timesOf(`${panel.url}/api/health`), await timesOf(`${panel.url}/login`)];
    const started = performance.now();
    const statuses = await flood(panel);
    const took = performance.now() - started;
    const [ofHealth, ofPage] = [await health(), await page()];
    const memory = panel.ending() === null ? `${(await peakMemory(panel.pid)).toFixed(0)} MiB` : "it died";
    console.log(
      `${title}: ${JSON.stringify(statuses)} in ${(took / 1000).toFixed(1)} s; peak memory ${memory}\n` +
        `  health: ${inWords(ofHealth)}\n  /login: ${inWords(ofPage)}`,
    );
  } finally {
    await panel.dispose();
  }
}

const limits = process.env.MEMORY?.split(",").map(Number) ?? [undefined];
for (const limit of limits) {
  if (limit !== undefined) console.log(`\nWith ${limit} MiB:`);
  await measure(`${pipelined} pipelined pages`, sendPipelined, limit);
  await measure(`${parallel} parallel pages`, sendParallel, limit);
  await measure("400 connections: /login", anonymous("/login"), limit);
  for (const route of ["csrf", "providers", "session"])
    await measure(`400 connections: ${route}`, anonymous(`/api/auth/${route}`), limit);
  const wrong = anonymous("/api/auth/callback/credentials", '{"username":"keeper","password":"wrong"}');
  await measure("400 connections: wrong passwords", wrong, limit);
  await measure("120 stalled bodies", sendStalledBodies, limit);
}
