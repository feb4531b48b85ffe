/** Serves the panel, and explains to the operator why it does not start. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { folderBelow } from "./base-path.mjs";
import { serve, serveDevelopment } from "./serve.mjs";

/** Prints a sentence and exits with 1. */
export function fail(/** @type {string} */ sentence) {
  // Does not use `console`, which writes to the log after the startup has begun.
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * Returns advice for an error about a package. Node reports a package that is missing or built for another system, but
 * gives no advice.
 */
function adviceFor({ message, code }, /** @type {string} */ repair) {
  const isOfPackage =
    /MODULE_NOT_FOUND|DLOPEN/.test(code) ||
    /Failed to load external module|native (?:binding|build)/i.test(message);
  return isOfPackage ? `A package is missing or does not fit this machine. ${repair}\n` : "";
}

/** Systems store the path of a socket in as many bytes; Linux in three more. */
const MAX_SOCKET_PATH = 104;

/** Returns HOST and PORT, which may be the path of a socket. Exits if PORT is neither. */
export function readAddress() {
  const host = process.env.HOST || "127.0.0.1";
  const port = process.env.PORT || "3000";
  if (port.startsWith("/")) {
    if (Buffer.byteLength(port) >= MAX_SOCKET_PATH)
      fail(`The path in PORT is too long for a socket. Choose one with fewer than ${MAX_SOCKET_PATH} bytes.`);
  } else if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    fail(`PORT is "${port}". Set it to a number from 1 to 65535, or to the absolute path of a socket.`);
  return { host, port };
}

/** Returns the sentence for an error of `listen`; null for any other error. */
function listenError({ code, syscall, message }, { host, port, command }) {
  if (port.startsWith("/")) {
    if (code === "EADDRINUSE")
      return `Another program answers at ${port}. Stop it, or choose another path: PORT=/run/other.sock ${command}`;
    if (code === "ENOTSOCK") return `${port} is not a socket. Move it away, or choose another path in PORT.`;
    if (syscall === "listen" || syscall === "connect")
      return `The panel cannot listen at ${port} (${message}). Check that the folder exists and this user can write to it.`;
  } else {
    if (code === "EADDRINUSE")
      return `Port ${port} on ${host} is in use by another program. Stop it, or choose another port: PORT=3001 ${command}`;
    if (syscall === "listen" || syscall === "getaddrinfo")
      return `The panel cannot listen on ${host}:${port} (${message}). Check HOST and PORT.`;
  }
  return null;
}

/** Returns the folder from which Next serves pages: `root`, or a copy for BASE_PATH. */
function prepareBuild(/** @type {string} */ root) {
  const basePath = (process.env.BASE_PATH ?? "").replace(/\/+$/, "");
  // The core refuses any other path.
  const dir = /^(?:\/[\w.~-]+)+$/.test(basePath)
    ? folderBelow(root, { basePath, cache: join(resolve(process.env.DATA_DIR || "data"), "cache") })
    : root;
  // Makes Next use the configuration of the build instead of next.config.mjs, which needs the build's packages.
  const { config } = JSON.parse(readFileSync(join(dir, ".next/required-server-files.json"), "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  return dir;
}

/**
 * Serves the panel at HOST and PORT in this process, so that signals reach it. With `--demo`, the panel has a simulated
 * instance, and its data is deleted when the process ends.
 * @param {{ root: string, dev?: boolean, command: string, repair: string }} options `command` starts the panel, and
 * `repair` is the advice for missing packages
 */
export async function launch({ root, dev = false, command, repair }) {
  const { host, port } = readAddress();
  Object.assign(process.env, { HOST: host, PORT: port, NODE_ENV: dev ? "development" : "production" });
  process.chdir(root);
  try {
    if (process.argv.includes("--demo")) {
      const { prepareDemo } = await import(pathToFileURL(join(root, ".next/core/demo.mjs")).href);
      await prepareDemo();
    }
    const place = port.startsWith("/") ? port : { host, port: Number(port) };
    if (dev) await serveDevelopment({ dir: root, place });
    else await serve({ program: join(root, ".next/core/core.mjs"), dir: prepareBuild(root), place });
  } catch (error) {
    const sentence = listenError(error, { host, port, command });
    if (sentence) fail(sentence);
    fail(`\nInstance Admin did not start.\n${error.message}\n${adviceFor(error, repair)}`);
  }
}
