/**
 * Requests a URL at a steady rate, without waiting for responses, in a process that does nothing else. Ends on a message
 * from the parent process, and replies with the times (ms) from when each request was due until its response ended.
 * Started with the URL, an API token and the rate per second.
 */
import { request } from "node:http";
import { setTimeout } from "node:timers/promises";

const [url = "", token = "", rate = "20"] = process.argv.slice(2);
let ended = false;
process.once("message", () => (ended = true));

const ask = (): Promise<void> =>
  new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = request(url, { agent: false, headers }, (response) => {
      response.resume().once("close", resolve);
    });
    sent.on("error", () => resolve()).end();
  });

await ask();
process.send?.("ready");
const times: number[] = [];
const pending = new Set<Promise<unknown>>();
const begin = performance.now();
for (let count = 0; !ended; count += 1) {
  const due = begin + (count * 1_000) / Number(rate);
  if (due > performance.now()) await setTimeout(due - performance.now());
  const one: Promise<unknown> = ask().then(() => {
    times.push(performance.now() - due);
    pending.delete(one);
  });
  pending.add(one);
}
await Promise.all(pending);
process.send?.(times);
