import { createServer } from "node:http";
import { WebSocketServer } from "ws";
import { answerTo } from "./answers.mjs";
import { readConfig } from "./file.mjs";

/*
 * A program that reads its configuration file at its start and serves API, CDN and gateway at one PORT, as the public
 * server does. What goes wrong is asked for by words in the file's general.instanceDescription, or in BEHAVIOR:
 * "crash" (ends with a message), "hang" (takes connections, answers nothing), "slow 500" (listens after 500 ms),
 * "no gateway" (closes every WebSocket), "no cdn" (its CDN fails). OPERATOR_TOKEN and USER_TOKEN are the tokens that it takes. STOP_MS: how long it stays after a stop request.
 */

const { PORT, OPERATOR_TOKEN, USER_TOKEN, STOP_MS = "50", BEHAVIOR = "" } = process.env;

let config = readConfig();
const is = (words) => `${BEHAVIOR} ${config.general.instanceDescription ?? ""}`.includes(words);

if (is("crash")) throw new Error("The instance cannot start with this configuration.");
const stop = () => setTimeout(() => process.exit(0), Number(STOP_MS));
const rightsOf = (token) =>
  token === undefined ? null : token === OPERATOR_TOKEN ? "operator" : token === USER_TOKEN ? "none" : "bad";

const server = createServer((request, response) => {
  if (is("hang")) return;
  const { pathname } = new URL(request.url, "http://instance.invalid");
  const send = (status, value) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  const path = /^\/api(?:\/v\d+)?(\/.*)$/.exec(pathname)?.[1];
  // Anything outside the API is the CDN's.
  if (path === undefined) return send(is("no cdn") ? 500 : 200, {});
  const rights = rightsOf(request.headers.authorization);
  const answer = answerTo(`${request.method} ${path}`, { config, rights, stop });
  return send(...(answer ?? [404, { code: 0, message: "404: Not Found" }]));
});

const gateway = new WebSocketServer({ server });
gateway.on("connection", (socket) => {
  if (is("hang")) return;
  if (is("no gateway")) return socket.close(4000);
  socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 41_250 }, s: null, t: null }));
});

const delay = /slow (\d+)/.exec(`${BEHAVIOR} ${config.general.instanceDescription ?? ""}`)?.[1] ?? "0";
setTimeout(() => server.listen(Number(PORT), "127.0.0.1", () => console.log("listening")), Number(delay));

if (config.rabbitmq.host) {
  const { listenForReload } = await import("./reload.mjs");
  await listenForReload(config.rabbitmq.host, () => {
    config = readConfig();
    console.log("reloaded");
  });
  console.log("subscribed");
}
