/**
 * `npm run bench:idle` measures the memory (MiB, VmRSS) of a panel that nobody uses, `SECONDS` (60) after its first start
 * and after its second, which creates no operator. Node options are in NODE_OPTIONS, such as --max-semi-space-size=4.
 * `REQUESTS=10000 npm run bench:api` with the same options measures what they cost in processor time.
 */
import { rm } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { startPanel } from "../e2e/support/panel";
import { memory } from "./process-usage";

const seconds = Number(process.env.SECONDS ?? 60);
const first = await startPanel();
try {
  await setTimeout(seconds * 1000);
  const before = await memory(first.pid);
  await first.stop();
  const second = await startPanel({ folder: first.folder });
  await setTimeout(seconds * 1000);
  console.log(
    `idle for ${seconds} s: ${before.toFixed(1)} MiB at the first start, ${(await memory(second.pid)).toFixed(1)} MiB at the second; ` +
      `Node ${process.version} ${process.env.NODE_OPTIONS ?? ""}`,
  );
  await second.stop();
} finally {
  await first.stop();
  await rm(first.folder, { recursive: true, force: true });
}
