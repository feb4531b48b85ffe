/**
 * A proxy without stickiness for `soak.ts`: sends each request to the next replica. It treats failures as nginx does by
 * default: a refused connection goes to the next replica, and so does a GET whose replica died before it answered. Any
 * other request may have been carried out, so its client gets 502. Started with the ports of the replicas; sends its
 * port to the parent process, and answers each message with the longest time (ms) for which it could do nothing.
 */
import { Agent, createServer, request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";

const ports = process.argv.slice(2).map(Number);
const kept = new Agent({ keepAlive: true });
let next = 0;

const server = createServer((incoming, response) => {
  const parts = [];
  incoming.on("data", (part) => parts.push(part));
  incoming.on("end", () => {
    next += 1;
    forward(incoming, response, Buffer.concat(parts), { first: next, tried: 0 });
  });
});

function forward(incoming, response, body, { first, tried }) {
  const { method, url, headers } = incoming;
  const isSafe = method === "GET";
  const port = ports[(first + tried) % ports.length];
  // A kept connection may be closed just when it is used, so only requests that can be repeated use one.
  const since = performance.now();
  let connected = since;
  const options = { port, host: "127.0.0.1", method, path: url, headers, agent: isSafe ? kept : false };
  const sent = request(options, (answer) => {
    response.writeHead(answer.statusCode, {
      ...answer.headers,
      "x-proxy-ms": `${connected - since} ${performance.now() - connected}`,
    });
    answer.pipe(response);
    answer.on("aborted", () => response.destroy());
  });
  sent.on("socket", (socket) => {
    const ready = () => (connected = performance.now());
    if (socket.connecting) socket.once("connect", ready);
    else ready();
  });
  sent.on("error", (error) => {
    if (response.headersSent || response.destroyed) return response.destroy();
    const isRepeatable = isSafe || error.code === "ECONNREFUSED";
    // Replicas that start refuse connections, so a second round waits.
    if (isRepeatable && tried < ports.length * 2)
      return setTimeout(forward, tried < ports.length ? 0 : 100, incoming, response, body, {
        first,
        tried: tried + 1,
      });
    response.writeHead(502, { "content-type": "text/plain" });
    response.end(String(error.code));
  });
  response.on("close", () => sent.destroy());
  sent.end(body);
}

server.listen(0, "127.0.0.1", () => process.send(server.address().port));
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.on("message", () => process.send(delay.max / 1e6));
process.on("disconnect", () => process.exit());
