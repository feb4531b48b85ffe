/**
 * Requests a URL repeatedly, such as the health check, with a pause of 10 ms after each response. Ends on a message from
 * the parent process, and replies with the response times (ms). This is a separate process, because the parent process
 * floods the panel with requests, which would delay these requests.
 */
import { request } from "node:http";
import { setTimeout } from "node:timers/promises";

const [url = "", token] = process.argv.slice(2);
const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
let ended = false;
process.once("message", () => (ended = true));

const ask = (): Promise<void> =>
  new Promise((resolve) => {
    const sent = request(url, { agent: false, headers }, (response) => {
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
