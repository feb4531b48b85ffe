import { createServer } from "node:http";
import { WebSocketServer } from "ws";
import { answerTo, metrics, version, wellKnown } from "./answers.mjs";
import { download, upload } from "./cdn.mjs";
import { readConfig } from "./file.mjs";

/*
 * Reads its configuration file at startup, and serves API, CDN and gateway on one PORT, like the public
 * server. PARTS ("gateway") limits the services, as if each were a separate process. OPERATOR_TOKEN and
 * USER_TOKEN are the tokens that it accepts. Words in BEHAVIOR or in the setting general.instanceDescription
 * cause faults:
 * - "crash": it ends with a message
 * - "hang": it accepts connections but does not respond
 * - "slow 500": it listens after 500 ms
 * - "no gateway": it closes every WebSocket
 * - "no cdn": its CDN fails
 */

const { PORT, OPERATOR_TOKEN, USER_TOKEN, BEHAVIOR = "" } = process.env;
const parts = (process.env.PARTS ?? "api cdn gateway").split(" ");

/**
 * `config` contains the current values. `atStart` contains the values from startup, for settings that take
 * effect only then: rate limits, mail, trusted proxies, broker and GIF search.
 */
const startedAt = Date.now() - process.uptime() * 1000;
let config = readConfig();
const atStart = config;
const behavior = () => `${BEHAVIOR} ${config.general.instanceDescription ?? ""}`;
const is = (words) => behavior().includes(words);

if (is("crash")) throw new Error("The instance cannot start with this configuration.");
const rightsOf = (token) =>
  token === undefined ? null : token === OPERATOR_TOKEN ? "operator" : token === USER_TOKEN ? "none" : "bad";

/**
 * The number of requests in the current window, and the time when the window ends. All requests share one
 * window.
 */
const asked = { count: 0, until: 0 };

/** Returns the seconds until the next request is allowed; 0 if it is allowed now. */
function limited() {
  const { enabled, ip, global } = atStart.limits.rate;
  if (!enabled) return 0;
  const { count, window } = ip.count < global.count ? ip : global;
  if (performance.now() > asked.until)
    Object.assign(asked, { count: 0, until: performance.now() + window * 1000 });
  asked.count += 1;
  return asked.count > count ? Math.ceil((asked.until - performance.now()) / 1000) : 0;
}

async function respond(request, url) {
  // Like the public server, in whole seconds and to everybody.
  if (url.pathname === "/metrics") return [200, Buffer.from(metrics(Math.round(startedAt / 1000) * 1000))];
  if (url.pathname === "/_spacebar/api/version" && parts.includes("api")) return [200, version];
  const path = /^\/api(?:\/v\d+)?(\/.*)$/.exec(url.pathname)?.[1];
  const document = parts.includes("api") ? wellKnown(url.pathname, config) : null;
  if (document) return [200, document];
  if (path === undefined || !parts.includes("api")) {
    if (!parts.includes("cdn")) return [426, "Upgrade Required"];
    return is("no cdn") ? [500, {}] : download(request, url, config);
  }
  const seconds = limited();
  if (seconds > 0)
    return [
      429,
      { message: "You are being rate limited.", retry_after: seconds, global: true },
      { "retry-after": String(seconds) },
    ];
  const rights = rightsOf(request.headers.authorization);
  const route = `${request.method} ${path}`;
  if (rights === "operator" && /^POST \/channels\/\d+\/messages$/.test(route)) return upload(request, config);
  if (rights === "operator" && /^DELETE \/channels\/\d+\/messages\/\d+$/.test(route)) return [204, null];
  const answer = answerTo(route, { config, rights, query: url.searchParams });
  return answer ?? [404, { code: 0, message: "404: Not Found" }];
}

const server = createServer(async (request, response) => {
  if (is("hang")) return;
  const [status, value, headers] = await respond(request, new URL(request.url, "http://instance.invalid"));
  if (Buffer.isBuffer(value)) return response.writeHead(status).end(value);
  const type = { "content-type": "application/json" };
  response.writeHead(status, { ...type, ...headers }).end(status === 204 ? undefined : JSON.stringify(value));
});

/** Whether a connection to the gateway lacks a required header. */
function isIncomplete({ headers }) {
  const { forwardedFor, cdnSignatureIncludeUserAgent } = config.security;
  if (forwardedFor && headers[forwardedFor.toLowerCase()] === undefined) return true;
  return cdnSignatureIncludeUserAgent && !headers["user-agent"];
}

if (parts.includes("gateway"))
  new WebSocketServer({ server }).on("connection", (socket, request) => {
    if (is("hang")) return;
    if (is("no gateway")) return socket.close(4000);
    if (isIncomplete(request)) return socket.close(4002);
    socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 41_250 }, s: null, t: null }));
  });

const delay = /slow (\d+)/.exec(behavior())?.[1] ?? "0";
setTimeout(() => server.listen(Number(PORT), "127.0.0.1", () => console.log("listening")), Number(delay));

if (config.rabbitmq.host) {
  const { listenForReload } = await import("./reload.mjs");
  const reload = () => {
    config = readConfig();
    console.log("reloaded");
  };
  await listenForReload(config.rabbitmq.host, reload).then(
    () => console.log("subscribed"),
    // The program continues without a connection to the broker.
    (error) => console.log(`no broker: ${error.message}`),
  );
}
