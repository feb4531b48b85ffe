/**
 * Requests a URL repeatedly, such as the health check, with a pause after each response (ms, by default 10). Replies to
 * each message from the parent process with the response times (ms) since the last message, and ends on `end`. This is
 * a separate process, because the parent process floods the panel with requests, which would delay these requests.
 */
import { request } from "node:http";
import { setTimeout } from "node:timers/promises";

const [url = "", token = "", pause = "10"] = process.argv.slice(2);
const headers = token === "" ? {} : { authorization: `Bearer ${token}` };
const times: number[] = [];
let ended = false;
process.on("message", (message) => {
  process.send?.(times.splice(0));
  if (message !== "end") return;
  ended = true;
  process.disconnect();
});

const ask = (): Promise<void> =>
  new Promise((resolve) => {
    const sent = request(url, { agent: false, headers }, (response) => {
      response.resume().once("close", resolve);
    });
    sent.on("error", () => resolve()).end();
  });

await ask();
process.send?.("ready");
while (!ended) {
  const since = performance.now();
  await ask();
  times.push(performance.now() - since);
  await setTimeout(Number(pause));
}
