/**
 * `npm start` builds the panel if the build does not match the sources, and then serves the panel. The startup of the
 * server (`lib/server/core.ts`) runs migrations and creates secrets and the configuration file. `--no-build` serves the
 * existing build; `--dev` (`npm run dev`) serves the sources.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve, serveDevelopment } from "./serve.mjs";
import { hashSources } from "./sources.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const next = join(root, "node_modules/next/dist/bin/next");
const host = process.env.HOST || "127.0.0.1";
const port = process.env.PORT || "3000";
const dev = process.argv.includes("--dev");

function fail(sentence) {
  // Does not use `console`, which writes to the log after the startup has begun.
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * Returns advice for an error about a package. Node reports a package that is missing or built for another system, but
 * gives no advice.
 */
function adviceFor({ message, code }) {
  const isOfPackage =
    /MODULE_NOT_FOUND|DLOPEN/.test(code) ||
    /Failed to load external module|native (?:binding|build)/i.test(message);
  return isOfPackage
    ? "A package is missing or does not fit this machine. Run `npm ci` in this folder, then start again.\n"
    : "";
}

/**
 * Whether there is a complete build of the current sources. The build's id is the hash of its sources
 * (`next.config.mjs`).
 */
function buildIsCurrent() {
  const [id, lastFile] = [".next/BUILD_ID", ".next/export-marker.json"].map((name) => join(root, name));
  return existsSync(id) && existsSync(lastFile) && readFileSync(id, "utf8") === hashSources(root);
}

if (!existsSync(next)) fail("The packages are not installed. Run `npm ci` in this folder first.");
if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
  fail(`PORT is "${port}". Set it to a number from 1 to 65535.`);

if (!dev && !process.argv.includes("--no-build") && !buildIsCurrent()) {
  console.log("Building the panel (once, about a minute) …");
  const built = spawnSync(process.execPath, [next, "build"], { cwd: root, stdio: "inherit" });
  if (built.status !== 0) fail("The build failed. See the lines above.");
}

// Makes the next start reuse compiled code (Node 22 and later).
module.enableCompileCache?.(join(root, ".next/cache/node"));

// Serves in this process instead of a child process, so that a signal to `npm start` also stops the panel.
Object.assign(process.env, { HOST: host, PORT: port, NODE_ENV: dev ? "development" : "production" });
process.chdir(root);
try {
  await (dev ? serveDevelopment : serve)({ dir: root, hostname: host, port: Number(port) });
} catch (error) {
  if (error.code === "EADDRINUSE")
    fail(
      `Port ${port} on ${host} is in use by another program. Stop it, or choose another port: PORT=3001 npm start`,
    );
  if (error.syscall === "listen" || error.syscall === "getaddrinfo")
    fail(`The panel cannot listen on ${host}:${port} (${error.message}). Check HOST and PORT.`);
  fail(`\nInstance Admin did not start.\n${error.message}\n${adviceFor(error)}`);
}
