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

/** Returns HOST and PORT. Exits if PORT is not a port. */
export function readAddress() {
  const host = process.env.HOST || "127.0.0.1";
  const port = process.env.PORT || "3000";
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    fail(`PORT is "${port}". Set it to a number from 1 to 65535.`);
  return { host, port };
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
    const listening = { hostname: host, port: Number(port) };
    if (dev) await serveDevelopment({ dir: root, ...listening });
    else await serve({ program: join(root, ".next/core/core.mjs"), dir: prepareBuild(root), ...listening });
  } catch (error) {
    if (error.code === "EADDRINUSE")
      fail(
        `Port ${port} on ${host} is in use by another program. Stop it, or choose another port: PORT=3001 ${command}`,
      );
    if (error.syscall === "listen" || error.syscall === "getaddrinfo")
      fail(`The panel cannot listen on ${host}:${port} (${error.message}). Check HOST and PORT.`);
    fail(`\nInstance Admin did not start.\n${error.message}\n${adviceFor(error, repair)}`);
  }
}
