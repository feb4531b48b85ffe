/**
 * The panel's only HTTP server. Loads the server core (`lib/server/core.ts`), whose front door receives every request,
 * and Next through its custom-server interface, which renders pages.
 */
import { once } from "node:events";
import { existsSync, lstatSync, unlinkSync } from "node:fs";
import { createServer } from "node:http";
import { connect, createServer as createListener } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Pages find the core here (`lib/core.ts`). */
const CORE = Symbol.for("instance-admin.core");

/** @returns {Promise<import("../lib/server/core").Core>} */
async function startCore(/** @type {string} */ program) {
  const { readEnv, startCore: start } = await import(pathToFileURL(program).href);
  return (globalThis[CORE] = await start(readEnv()));
}

/**
 * Time in which a further signal counts as a copy of the first (ms). A terminal and systemd signal the whole process
 * group, and npm passes its signal on, so the panel receives each signal twice.
 */
const MAX_COPY_MS = 500;

/** Stops the process on SIGTERM and SIGINT. A second signal exits with code 1, unless it is a copy of the first. */
function stopOnSignals(/** @type {() => Promise<void>} */ stop) {
  let since = 0;
  const end = async () => {
    if (since > 0) {
      if (performance.now() - since > MAX_COPY_MS) process.exit(1);
      return;
    }
    since = performance.now();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      console.error("The panel could not stop cleanly.", error);
      process.exit(1);
    }
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => void end());
}

/**
 * Where a server listens: at a TCP port, or at a Unix socket's path.
 * @typedef {{ host: string, port: number } | string} Place
 */

/** The owner and the group of a socket may connect, such as the panel's user and the proxy. */
const SOCKET_MODE = 0o660;

/** Listens at a place. @throws errors of `listen`, such as EADDRINUSE */
async function listen(/** @type {import("node:net").Server} */ server, /** @type {Place} */ place) {
  const listening = once(server, "listening");
  // A socket is created within the call, so it has its mode before anybody can connect.
  const mask = process.umask(0o777 & ~SOCKET_MODE);
  server.listen(place);
  process.umask(mask);
  await listening;
}

/**
 * Checks that the panel can listen at a place, and removes a socket that a killed panel left. Changes nothing else.
 * @throws EADDRINUSE if another program answers there; ENOTSOCK if the path is no socket
 */
async function prepare(/** @type {Place} */ place) {
  if (typeof place === "string") await removeOldSocket(place);
  const trial = createListener();
  await listen(trial, place);
  await new Promise((closed) => trial.close(closed));
}

async function removeOldSocket(/** @type {string} */ path) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isSocket()) throw Object.assign(new Error(`${path} is not a socket`), { code: "ENOTSOCK" });
  const socket = connect(path);
  try {
    await once(socket, "connect");
  } catch (error) {
    if (error.code !== "ECONNREFUSED") throw error;
    return unlinkSync(path);
  } finally {
    socket.destroy();
  }
  throw Object.assign(new Error(`a program answers at ${path}`), { code: "EADDRINUSE" });
}

/** The address that Next uses in its own messages. */
const forNext = (/** @type {Place} */ place) =>
  typeof place === "string" ? { hostname: "localhost", port: 0 } : { hostname: place.host, port: place.port };

/** How long after the start the garbage of the start is collected (ms). */
const SETTLED_MS = 5_000;

/**
 * Collects garbage once, which returns 30 of 140 MB to the system. V8 collects it only when the panel allocates more,
 * and an idle panel never does.
 */
async function collectGarbage() {
  const { Session } = await import("node:inspector/promises");
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.collectGarbage");
  session.disconnect();
}

/**
 * Starts the panel. Binds the port for a moment first, so that the startup changes nothing if another program uses the
 * port. While the panel starts, connections are refused, so that a proxy sends its requests to another replica.
 * @param {{ program: string, dir: string, place: Place }} options the core, and the folder of the build that Next serves
 * @throws errors of `listen`, such as EADDRINUSE
 * @throws Error if the panel cannot start; the message explains the cause to the operator
 */
export async function serve({ program, dir, place }) {
  // Until startup is done, there is no work to finish.
  let stop = () => Promise.resolve();
  stopOnSignals(() => stop());
  if (!existsSync(program))
    throw new Error("The build is incomplete. Run `npm run build`, then start again.");
  await prepare(place);

  // Loaded here instead of at the top, so that a missing package causes a clear error message.
  (await import("./console-log.mjs")).logConsole();
  const { default: next } = await import("next");
  // Next adds a listener for upgrades to its server. With such a listener, Node would no longer answer
  // upgrade requests like other requests. So Next gets an unused server.
  const app = next({ dev: false, dir, ...forNext(place), httpServer: createServer() });
  const [core] = await Promise.all([startCore(program), app.prepare()]);
  // The front door, not Node, refuses requests without Host, so that these responses have the same headers as all
  // other responses.
  const server = createServer({ requireHostHeader: false, shouldUpgradeCallback: () => false });
  const door = core.door.open(server, app.getRequestHandler(), { web: join(dir, ".next/web") });
  stop = async () => {
    await door.end();
    await app.close();
    await core.stop();
  };
  server.on("request", door.answer);
  await listen(server, place);
  // A Node without an inspector keeps the garbage.
  setTimeout(() => void collectGarbage().catch(() => undefined), SETTLED_MS).unref();
}

/**
 * Starts the panel from its sources (`npm run dev`). Next reloads changed pages. If a file of the server changes, the
 * core stops, and a new core answers from then on.
 * @param {{ dir: string, place: Place }} options
 */
export async function serveDevelopment({ dir, place }) {
  /** @type {{ server: import("node:http").Server, core?: import("../lib/server/core").Core } | null} */
  let current = null;
  /** @type {import("node:net").Socket[]} */
  const early = [];
  const listener = createListener((socket) => {
    if (current) current.server.emit("connection", socket);
    else early.push(socket);
  });
  await prepare(place);
  await listen(listener, place);

  const { default: next } = await import("next");
  // Next notifies pages of changed files over a WebSocket, for which it listens here.
  const upgrades = createServer();
  const app = next({ dev: true, dir, ...forNext(place), httpServer: upgrades });
  await app.prepare();

  const stopCurrent = async () => {
    const { server, core } = current ?? {};
    current = null;
    server?.closeAllConnections();
    await core?.stop();
  };
  const replace = async (/** @type {string} */ program) => {
    await stopCurrent();
    const server = createServer({
      requireHostHeader: false,
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
    });
    server.on("upgrade", (...exchange) => upgrades.emit("upgrade", ...exchange));
    const core = await startCore(program);
    server.on("request", core.door.open(server, app.getRequestHandler(), { web: null }).answer);
    current = { server, core };
    for (const socket of early.splice(0)) server.emit("connection", socket);
  };
  let replacing = Promise.resolve();
  const { watchCore } = await import("./bundle.mjs");
  await watchCore(join(dir, ".next/dev-core"), (program) => {
    replacing = replacing
      .then(() => replace(program))
      .catch((error) => console.error(`The server did not start: ${error.message}`));
  });
  stopOnSignals(async () => {
    await stopCurrent();
    await app.close();
  });
}
