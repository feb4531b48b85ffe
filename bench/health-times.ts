/**
 * Requests the health check every 10 ms. When the parent process sends a message, sends the response times
 * (ms). This is a separate process, because the flood would delay the requests in the parent process.
 */
import { request } from "node:http";
import { setTimeout } from "node:timers/promises";

const url = process.argv[2] ?? "";
let ended = false;
process.once("message", () => (ended = true));

const ask = (): Promise<void> =>
  new Promise((resolve) => {
    const sent = request(url, { agent: false }, (response) => {
      response.resume().once("close", resolve);
    });
    sent.on("error", () => resolve()).end();
  });

await ask();
process.send?.("ready");
const times: number[] = [];
while (!ended) {
  const since = performance.now();
  await ask();
  times.push(performance.now() - since);
  await setTimeout(10);
}
process.send?.(times);
