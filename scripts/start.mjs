/**
 * `npm start`: builds if there is no build or the sources are newer, then serves the panel. Migrations, secrets and the
 * configuration file are handled by the server's own start-up (`instrumentation.ts`). `--no-build` serves the existing
 * build; `--dev` (`npm run dev`) serves the sources.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "./serve.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const next = join(root, "node_modules/next/dist/bin/next");
const host = process.env.HOST || "127.0.0.1";
const port = process.env.PORT || "3000";
const dev = process.argv.includes("--dev");

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function buildIsCurrent() {
  const mark = join(root, ".next/BUILD_ID");
  if (!existsSync(mark)) return false;
  const sources = [
    "app",
    "components",
    "lib",
    "public",
    "scripts/commands.mjs",
    "scripts/operator-command.ts",
    "scripts/provision-command.ts",
    "scripts/shared-chunks.mjs",
    "scripts/static-files.mjs",
    "instrumentation.ts",
    "instrumentation-client.ts",
    "instrumentation-node.ts",
    "proxy.ts",
    "next.config.mjs",
    "package-lock.json",
  ];
  return newest(mark) >= Math.max(...sources.map((name) => newest(join(root, name))));
}

if (!existsSync(next)) fail("The packages are not installed. Run `npm ci` in this folder first.");
if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
  fail(`PORT is "${port}". Set it to a number from 1 to 65535.`);

if (!dev && !process.argv.includes("--no-build") && !buildIsCurrent()) {
  console.log("Building the panel (once, about a minute) …");
  const built = spawnSync(process.execPath, [next, "build"], { cwd: root, stdio: "inherit" });
  if (built.status !== 0) fail("The build failed. The lines above say why.");
}

// Lets Node reuse compiled code at the next start (Node 22 and later).
module.enableCompileCache?.(join(root, ".next/cache/node"));

// Runs in this process rather than in a child, so that any signal that stops or kills `npm start` also stops the panel.
Object.assign(process.env, { HOST: host, PORT: port, NODE_ENV: dev ? "development" : "production" });
process.chdir(root);
try {
  await serve({ dev, dir: root, hostname: host, port: Number(port) });
} catch (error) {
  if (error.code === "EADDRINUSE")
    fail(
      `Port ${port} on ${host} is in use by another program. Stop it, or choose another port: PORT=3001 npm start`,
    );
  if (error.syscall === "listen" || error.syscall === "getaddrinfo")
    fail(`The panel cannot listen on ${host}:${port} (${error.message}). Check HOST and PORT.`);
  throw error;
}
