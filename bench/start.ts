/**
 * `npm run bench:start` measures the time from `npm start --no-build` to the first 200 response. The data
 * folder contains data from an earlier start. Repeats this `ROUNDS` times. Prints the median and the peak
 * memory (VmHWM) at the time of the response. Asserts nothing.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../e2e/support/free-port";
import { operator } from "../e2e/support/panel";
import { peakMemory } from "./process-usage";

const rounds = Number(process.env.ROUNDS ?? 7);

function start(folder: string, port: number): ChildProcess {
  const { username: OPERATOR_USERNAME, password: OPERATOR_PASSWORD } = operator;
  const own = { OPERATOR_USERNAME, OPERATOR_PASSWORD, DATA_DIR: folder, PORT: String(port) };
  return spawn(process.execPath, ["scripts/start.mjs", "--no-build"], {
    env: { ...process.env, ...own },
    stdio: "ignore",
  });
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/health`).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** Measures the time until the first 200 response in seconds, and the peak memory at that time in MiB. */
async function measure(folder: string): Promise<{ seconds: number; memory: number }> {
  const port = await freePort();
  const started = performance.now();
  const panel = start(folder, port);
  while (!(await answers(port))) await setTimeout(5);
  const seconds = (performance.now() - started) / 1000;
  const memory = await peakMemory(panel.pid ?? NaN);
  const gone = once(panel, "exit");
  panel.kill();
  await gone;
  return { seconds, memory };
}

const folder = await mkdtemp(join(tmpdir(), "bench-start-"));
try {
  await measure(folder);
  const all = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measure(folder));
  const seconds = all.map((one) => one.seconds).toSorted((a, b) => a - b);
  const [least, middle, most] = [seconds[0], seconds[seconds.length >> 1], seconds.at(-1)];
  console.log(
    `npm start --no-build to the first 200: ${middle?.toFixed(2)} s (${least?.toFixed(2)} to ${most?.toFixed(2)}, ` +
      `${rounds} rounds), peak memory ${Math.max(...all.map((one) => one.memory)).toFixed(0)} MiB; ` +
      `load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
  );
} finally {
  await rm(folder, { recursive: true });
}
