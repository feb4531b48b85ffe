/**
 * `npm run bench:long-list` measures how long the panel is held while operators work on a file with a list of `ENTRIES`
 * (100,000) domains. Another process requests the health check every 20 ms. Prints for each action how long it took,
 * the slowest response of the health check, and the longest time for which the panel's event loop was held.
 * `ROUNDS` (3) repeats the actions. With `PROFILE=FOLDER`, the panel writes a CPU profile there. Asserts nothing.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Panel, startPanel } from "../e2e/support/panel";
import { PanelClient } from "../e2e/support/session";
import { cpuTime } from "./process-usage";

const entries = Number(process.env.ENTRIES ?? 100_000);
const rounds = Number(process.env.ROUNDS ?? 3);
const path = "register.email.domains";
/** Time (ms) after a response in which the panel still works on the change, such as for open pages. */
const SETTLING = 1_500;

const domains = Array.from({ length: entries }, (_, nth) => `mail-${(nth * 7919) % 999_983}.example`);
const fixture = JSON.parse(
  await readFile(new URL("../e2e/fixtures/branded-full.json", import.meta.url), "utf8"),
);
fixture.register.email.domains = domains;

const preload = fileURLToPath(new URL("loop-delay.mjs", import.meta.url));
const profile = process.env.PROFILE ? ["--cpu-prof", `--cpu-prof-dir=${process.env.PROFILE}`] : [];
const panel = await startPanel({
  config: JSON.stringify(fixture, null, 4),
  env: { LOG_LEVEL: "warn" },
  command: [process.execPath, `--import=${preload}`, ...profile, "scripts/start.mjs", "--no-build"],
});

async function loopDelay({ pid, output }: Panel): Promise<number> {
  const delays = () => [...output().matchAll(/^loop-delay (\d+)$/gm)];
  const before = delays().length;
  process.kill(pid, "SIGUSR2");
  while (delays().length === before) await setTimeout(10);
  return Number(delays().at(-1)?.[1]);
}

const client = await PanelClient.signIn(panel);
const health = fork(new URL("health-times.ts", import.meta.url), [`${panel.url}/api/health`, "", "20"]);
await once(health, "message");

async function answered(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return response;
}
const get = async (address: string) => answered(await client.fetch(address));
const send = async (method: string, address: string, body: unknown, etag?: string) =>
  answered(await client.send(method, `/api/panel${address}`, body, etag ? { "if-match": `"${etag}"` } : {}));
const etagNow = async () =>
  ((await (await get("/api/panel/config?lists=counted")).json()) as { etag: string }).etag;

interface Work {
  /** Sends the measured requests. */
  (): Promise<unknown>;
}
let [etag, before] = [await etagNow(), ""];
const saved = async (response: Response) => {
  before = etag;
  ({ etag } = (await response.json()) as { etag: string });
};
const undo = async () => saved(await send("POST", "/config/undo", { to: before }, etag));
const changed = (round: number) => [
  ...domains.slice(3),
  ...Array.from({ length: 120 }, (_, nth) => `new-${round}-${nth}.example`),
];
const setBio = (value: number) => ({ operations: [{ op: "set", path: "limits.user.maxBio", value }] });
const setList = (round: number) => ({ operations: [{ op: "set", path, value: changed(round) }] });
const text = () => panel.readConfig();

function worksOf(round: number): Record<string, () => Promise<Work>> {
  const now = (work: Work) => () => Promise.resolve(work);
  return {
    "page with the list": now(() => get("/settings/register")),
    "page of another section": now(() => get("/settings/limits")),
    "open the list": now(() => get(`/api/panel/config/list?path=${path}`)),
    "save another setting": now(async () => saved(await send("PATCH", "/config", setBio(300 + round), etag))),
    "undo it": now(undo),
    "preview the list, +120 −3": now(() => send("POST", "/config/preview", setList(round))),
    "save the list, +120 −3": now(async () => saved(await send("PATCH", "/config", setList(round), etag))),
    "undo the list": now(undo),
    "edit of another program": async () => {
      const edited = (await text()).replace(/"maxBio": \d+/, `"maxBio": ${500 + round}`);
      return async () => {
        await panel.replaceConfig(edited);
        const old = etag;
        while ((etag = await etagNow()) === old) await setTimeout(20);
      };
    },
    "preview an import": async () => {
      const imported = (await text()).replace('"mail-0.example",', "");
      return () => send("POST", "/config/import", { text: imported });
    },
    "read the raw text": now(() => get("/api/panel/config/raw")),
    "save the raw text": async () => {
      const raw = (await (await get("/api/panel/config/raw")).json()) as { text: string };
      const edited = raw.text.replace(/"maxBio": \d+/, `"maxBio": ${700 + round}`);
      return async () => saved(await send("PUT", "/config/raw", { text: edited }, etag));
    },
    "restore a version": async () => {
      const page = (await (await get("/api/panel/config/revisions")).json()) as {
        revisions: { id: number }[];
      };
      const id = page.revisions[2]?.id;
      return async () => saved(await send("POST", `/config/revisions/${id}/restore`, {}, etag));
    },
    "page of the history": now(() => get("/settings/history")),
    // The whole list is too large for a proposal.
    "propose another setting": now(() =>
      send("POST", "/proposals", { title: "Longer", ...setBio(900 + round) }),
    ),
    "page of the proposal": async () => {
      const [newest] = (await (await get("/api/panel/proposals")).json()) as { id: number }[];
      return () => get(`/settings/history/proposals/${newest?.id}`);
    },
  };
}

interface Row {
  took: number[];
  health: number[];
  held: number[];
  processor: number[];
}
const table = new Map<string, Row>();
async function healthTimes(): Promise<number[]> {
  const answer = once(health, "message");
  health.send("next");
  const [times] = (await answer) as [number[]];
  return times;
}

try {
  // Round 0 warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, prepare] of Object.entries(worksOf(round))) {
      const work = await prepare();
      await setTimeout(SETTLING);
      await healthTimes();
      await loopDelay(panel);
      const [started, processor] = [performance.now(), await cpuTime(panel.pid)];
      await work();
      const took = performance.now() - started;
      await setTimeout(SETTLING);
      const row = table.get(name) ?? { took: [], health: [], held: [], processor: [] };
      table.set(name, row);
      if (round === 0) continue;
      row.took.push(took);
      row.health.push(Math.max(...(await healthTimes())));
      row.held.push(await loopDelay(panel));
      row.processor.push((await cpuTime(panel.pid)) - processor);
    }
  }
  const columns = ["action", "took, ms", "slowest health, ms", "loop held, ms", "processor, ms"];
  const most = (values: number[]) => Math.max(...values).toFixed(0);
  const rows = [...table].map(([name, row]) => [name, ...Object.values(row).map(most)]);
  const widths = columns.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  console.log(`${entries} entries, the most of ${rounds} rounds, Node ${process.version}\n`);
  for (const row of [columns, ...rows])
    console.log(
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join("  "),
    );
} finally {
  health.send("end");
  await panel.dispose();
}
