/**
 * `npm run soak` runs replicas with PostgreSQL behind a proxy without stickiness for a long time: open pages, operators
 * who save, and requests at a steady rate. With RESTARTS=1, it restarts the replicas one after the other, alternately with
 * SIGTERM and SIGKILL. Prints tables, and ends with 1 if a request failed or a saved value was lost.
 *
 * It measures each request in the client, in the proxy and in the panel's log, and further requests in a process that
 * only measures. So the tables say where the time went (`soak-times.ts`).
 *
 * Variables: REPLICAS (3), PAGES (300), OPERATORS (20), RATE (200 a second), SECONDS (600), RESTARTS (0).
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Agent, get, type IncomingMessage, request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../e2e/support/free-port";
import { type Panel, startPanel } from "../e2e/support/panel";
import { startPostgres } from "../e2e/support/postgres";
import { PanelClient } from "../e2e/support/session";
import { loggedTimes, type Timed, timesTable } from "./soak-times";

export interface SoakOptions {
  replicas: number;
  /** Open pages, each with a stream of events. */
  pages: number;
  /** Operators who save one setting after the other. */
  operators: number;
  /** Requests for the file per second. */
  rate: number;
  seconds: number;
  /** Whether the replicas are restarted one after the other, with SIGTERM and SIGKILL in turn. */
  restarts: boolean;
}

export interface Soaked {
  requests: number;
  saves: number;
  /** Requests that did not succeed, with their reasons. */
  failures: string[];
  /** Requests that were due while too many others waited. If there are any, the replicas are overloaded. */
  unsent: number;
  /** Requests whose answer a killed replica did not send, or cut off. The client then reads the file again. */
  unanswered: number;
  /** Values of acknowledged saves that are in no version. */
  lost: string[];
  restarts: number;
  timed: Timed[];
  /** The panel's own time for each request (ms), by the request's id. */
  logged: Map<string, number>;
  /** Times (ms) of a process that only measures. */
  probed: number[];
  /** The longest time (ms) for which the process with the clients could not handle a response. */
  clientsBlocked: number;
  /** The same of the proxy's process. */
  proxyBlocked: number;
  /** The longest time (ms) for which a replica could not handle a request. */
  replicasBlocked: number;
  /** Memory of each replica (MiB), eleven times from the beginning to the end. */
  memory: number[][];
}

const METRICS_TOKEN = "a-metrics-token-for-the-soak";
const SECRET = "a secret that all replicas of the soak share";
/** So that an overloaded run ends soon after its time. */
const MOST_PENDING = 1_000;
const paths = ["general.instanceName", "general.instanceDescription"];

interface Response {
  status: number;
  etag: string;
  text: string;
}

export async function soak(options: SoakOptions): Promise<Soaked> {
  const database = await startPostgres();
  const databaseUrl = await database.createDatabase();
  const ports = await Promise.all(Array.from({ length: options.replicas }, freePort));
  const replicas: Panel[] = [];
  /** Also those that were stopped. */
  const started: Panel[] = [];
  const children: ChildProcess[] = [];
  try {
    const env = {
      ...{ METRICS_TOKEN, NEXTAUTH_SECRET: SECRET, AUDIT_KEY: SECRET, TRUSTED_PROXIES: "loopback" },
      // At this level, the panel logs each request with its time.
      ...{ LOG_LEVEL: "debug", CONFIG_REVISIONS: "100000" },
    };
    async function start(index: number, home: Panel | undefined, config?: string): Promise<Panel> {
      const panel = await startPanel({
        ...{ databaseUrl, ...(config !== undefined && { config }), ...(home && { folder: home.folder }) },
        env: {
          ...env,
          PORT: String(ports[index]),
          ...(home && { CONFIG_PATH: home.configPath, DATA_DIR: `${home.dataDir}-${index}` }),
        },
      });
      started.push(panel);
      return panel;
    }
    const first = await start(0, undefined, JSON.stringify({ limits: {} }, null, 2));
    replicas.push(first);
    for (let index = 1; index < options.replicas; index += 1) replicas.push(await start(index, first));
    const proxy = fork(fileURLToPath(new URL("soak-proxy.mjs", import.meta.url)), ports.map(String));
    children.push(proxy);
    const [port] = (await once(proxy, "message")) as [number];
    const loaded = await load(options, { replicas, children, start, url: `http://127.0.0.1:${port}` });
    proxy.send("blocked");
    const [proxyBlocked] = (await once(proxy, "message")) as [number];
    return { ...loaded, proxyBlocked, logged: loggedTimes(started.map((panel) => panel.output())) };
  } finally {
    for (const child of children) child.kill();
    await Promise.all(replicas.map((panel) => panel.stop()));
    await replicas[0]?.dispose();
    await database.dispose();
  }
}

interface Stage {
  replicas: Panel[];
  children: ChildProcess[];
  start: (index: number, home: Panel | undefined) => Promise<Panel>;
  /** The proxy. */
  url: string;
}

async function load(
  options: SoakOptions,
  { replicas, children, start, url }: Stage,
): Promise<Omit<Soaked, "logged" | "proxyBlocked">> {
  const first = replicas[0]!;
  const keeper = await PanelClient.signIn(first);
  const tokens: string[] = [];
  for (let index = 0; index < Math.max(options.operators, 1); index += 1) {
    const body = { name: `soak ${index}`, role: "editor", confirmed: false, expiresInDays: 1 };
    tokens.push(
      ((await (await keeper.send("POST", "/api/panel/api-tokens", body)).json()) as { token: string }).token,
    );
  }
  const agent = new Agent({ keepAlive: true });
  const timed: Timed[] = [];
  const failures: string[] = [];
  let requests = 0;

  /** @param due when the request should have been sent (`performance.now()`); by default now */
  const send = (
    method: string,
    path: string,
    token: string,
    { body, etag, due }: { body?: object; etag?: string; due?: number } = {},
  ): Promise<Response> =>
    new Promise((resolve, reject) => {
      const since = performance.now();
      let [connected, first] = [0, 0];
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body && { "content-type": "application/json" }),
        ...(etag && { "if-match": etag }),
      };
      const sent = request(`${url}${path}`, { method, agent, headers }, (answer) => {
        first = performance.now();
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => (text += part));
        answer.on("error", reject);
        answer.on("end", () => {
          const [toPanel, inPanel] = String(answer.headers["x-proxy-ms"] ?? "0 0")
            .split(" ")
            .map(Number);
          timed.push({
            id: String(answer.headers["x-request-id"] ?? ""),
            isSave: method === "PATCH",
            late: since - (due ?? since),
            connect: connected - since,
            firstByte: first - connected,
            body: performance.now() - first,
            proxy: { connect: toPanel ?? 0, firstByte: inPanel ?? 0 },
          });
          requests += 1;
          resolve({ status: answer.statusCode ?? 0, etag: String(answer.headers.etag ?? ""), text });
        });
      });
      sent.on("socket", (socket) => {
        const ready = () => (connected = performance.now());
        if (socket.connecting) socket.once("connect", ready);
        else ready();
      });
      sent.on("error", reject).end(body && JSON.stringify(body));
    });

  const until = Date.now() + options.seconds * 1_000;
  const isOver = () => Date.now() >= until;
  let [saves, unanswered, unsent] = [0, 0, 0];
  const acknowledged: string[] = [];

  /** Each operator saves values of their own, so that a lost value can be found in the history. */
  async function operate(index: number): Promise<void> {
    const token = tokens[index]!;
    const path = paths[index % paths.length]!;
    for (let number = 1; !isOver(); number += 1) {
      const value = `operator ${index}, save ${number}`;
      for (;;) {
        const read = await send("GET", "/api/panel/config", token).catch(() =>
          send("GET", "/api/panel/config", token).catch(String),
        );
        if (typeof read === "string" || read.status !== 200) {
          failures.push(`read: ${typeof read === "string" ? read : read.status}`);
          break;
        }
        const body = { operations: [{ op: "set", path, value }] };
        const options = { body, etag: read.etag };
        const saved = await send("PATCH", "/api/panel/config", token, options).catch(() => undefined);
        if (saved?.status === 200) {
          acknowledged.push(value);
          saves += 1;
          break;
        }
        if (saved === undefined || saved.status === 502) unanswered += 1;
        // 412: another operator was faster. 503: over a budget, or during a shutdown.
        else if (saved.status !== 412 && saved.status !== 503) {
          failures.push(`save: ${saved.status} ${saved.text.slice(0, 200)}`);
          break;
        }
      }
      await wait(500 + ((index * 37) % 500));
    }
  }

  /** Reads the file. If a killed replica cuts the answer off, reads it again, as browsers do. */
  async function read(due: number): Promise<void> {
    const get = () => send("GET", "/api/panel/config", tokens[0]!, { due });
    try {
      const { status, text } = await get().catch(() => {
        unanswered += 1;
        return get();
      });
      if (status !== 200) failures.push(`read: ${status} ${text.slice(0, 200)}`);
    } catch (error) {
      failures.push(`read: ${String(error)}`);
    }
  }

  async function requestSteadily(): Promise<void> {
    const pending = new Set<Promise<void>>();
    const begin = performance.now();
    for (let count = 0; !isOver(); count += 1) {
      const due = begin + (count * 1_000) / options.rate;
      if (due > performance.now()) await wait(due - performance.now());
      if (pending.size >= MOST_PENDING) {
        unsent += 1;
        continue;
      }
      const one: Promise<void> = read(due).finally(() => pending.delete(one));
      pending.add(one);
    }
    await Promise.all(pending);
  }

  /** A page's stream of events, which the browser opens again when it ends. */
  const streams = new Set<IncomingMessage>();
  function openPage(index: number): void {
    const headers = { authorization: `Bearer ${tokens[index % tokens.length]}` };
    const again = () => void (isOver() || setTimeout(openPage, 1_000, index));
    get(`${url}/api/panel/events`, { headers, agent: false }, (stream) => {
      streams.add(stream);
      stream.resume().on("error", () => undefined);
      stream.on("close", () => {
        streams.delete(stream);
        again();
      });
    }).on("error", again);
  }

  let restarts = 0;
  async function restartInTurn(): Promise<void> {
    for (let turn = 0; options.restarts && Date.now() < until - 5_000; turn += 1) {
      const index = turn % replicas.length;
      await replicas[index]!.stop(turn % 2 === 0 ? "SIGTERM" : "SIGKILL");
      replicas[index] = await start(index, first);
      restarts += 1;
      await wait(1_000);
    }
  }

  const memory: number[][] = [];
  async function watchMemory(): Promise<void> {
    for (let tenth = 0; tenth <= 10; tenth += 1) {
      memory.push(await Promise.all(replicas.map(({ pid }) => memoryOf(pid))));
      if (tenth < 10) await wait(options.seconds * 100);
    }
  }
  const probe = fork(
    fileURLToPath(new URL("soak-probe.ts", import.meta.url)),
    [`${url}/api/panel/config`, tokens[0]!, "20"],
    {
      execArgv: ["--import", "tsx"],
    },
  );
  children.push(probe);
  await once(probe, "message");
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  for (let index = 0; index < options.pages; index += 1) openPage(index);
  const watched = watchMemory();
  await Promise.all([
    ...Array.from({ length: options.operators }, (_, index) => operate(index)),
    requestSteadily(),
    restartInTurn(),
  ]);
  delay.disable();
  await watched;
  probe.send("end");
  const [probed] = (await once(probe, "message")) as [number[]];
  for (const stream of streams) stream.destroy();
  agent.destroy();
  const inHistory = await valuesInHistory(
    replicas.find((panel) => panel.ending() === null)!,
    keeper,
  );
  return {
    ...{ requests, saves, failures, unsent, unanswered, restarts, timed, probed },
    lost: acknowledged.filter((value) => !inHistory.has(value)),
    clientsBlocked: delay.max / 1e6,
    replicasBlocked: Math.max(...(await Promise.all(replicas.map(blockedTime)))),
    memory: replicas.map((_, index) => memory.map((at) => at[index] ?? 0)),
  };
}

/** Returns all values that the stored versions set. */
async function valuesInHistory(panel: Panel, session: PanelClient): Promise<Set<unknown>> {
  const client = session.at(panel);
  const values = new Set<unknown>();
  for (let before: number | null | undefined; before !== null;) {
    const page = await client.json<{
      revisions: { changes: { after: unknown }[] | null }[];
      next: number | null;
    }>(`/api/panel/config/revisions?limit=100${before === undefined ? "" : `&before=${before}`}`);
    for (const { changes } of page.revisions) for (const { after } of changes ?? []) values.add(after);
    before = page.next;
  }
  return values;
}

/** Returns the resident memory of a process (MiB). Works only on Linux. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Math.round(Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
}

/** Returns the longest time (ms) for which the replica's event loop was blocked since its start. */
async function blockedTime({ url, ending }: Panel): Promise<number> {
  if (ending() !== null) return 0;
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${url}/api/metrics`, { headers })).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1] ?? 0) * 1_000;
}

/** Formats the result as tables for docs/performance.md. */
export function tablesOf(options: SoakOptions, soaked: Soaked): string {
  const ms = (value: number) => `${Math.round(value).toLocaleString("en")} ms`;
  const rows = [
    ["requests, saves", `${soaked.requests.toLocaleString("en")}, ${soaked.saves.toLocaleString("en")}`],
    ["failed", String(soaked.failures.length)],
    ["not sent, because 1,000 requests waited", String(soaked.unsent)],
    ["acknowledged saves that are in no version", String(soaked.lost.length)],
    ["restarts (SIGTERM and SIGKILL in turn)", String(soaked.restarts)],
    ["answers that SIGKILL cut off, so the client asked again", String(soaked.unanswered)],
    ["longest time that the clients' process was blocked", ms(soaked.clientsBlocked)],
    ["longest time that the proxy was blocked", ms(soaked.proxyBlocked)],
    ["longest time that a replica was blocked", ms(soaked.replicasBlocked)],
    ...soaked.memory.map((at, index) => [`memory of replica ${index + 1} (MiB)`, at.join(" ")]),
  ];
  const { replicas, pages, operators, rate, seconds } = options;
  return [
    `| ${replicas} replicas, ${pages} pages, ${operators} operators, ${rate} requests/s, ${seconds} s | |`,
    "| --- | --- |",
    ...rows.map(([name, value]) => `| ${name} | ${value} |`),
    "",
    timesTable(soaked.timed, soaked.logged, soaked.probed),
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { REPLICAS = 3, PAGES = 300, OPERATORS = 20, RATE = 200, SECONDS = 600, RESTARTS = 0 } = process.env;
  const options: SoakOptions = {
    ...{ replicas: Number(REPLICAS), pages: Number(PAGES), operators: Number(OPERATORS) },
    ...{ rate: Number(RATE), seconds: Number(SECONDS), restarts: Boolean(Number(RESTARTS)) },
  };
  const soaked = await soak(options);
  console.log(tablesOf(options, soaked));
  for (const failure of soaked.failures.slice(0, 20)) console.error(failure);
  process.exitCode = soaked.failures.length + soaked.lost.length > 0 ? 1 : 0;
}
