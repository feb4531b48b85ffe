/**
 * `npm start`: builds when there is no build (or the sources are newer), then serves the panel. Migrations, secrets and
 * the configuration file are the server's own start-up (`instrumentation.ts`). `--no-build` serves the build that is there.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const next = join(root, "node_modules/next/dist/bin/next");
const host = process.env.HOST || "127.0.0.1";
const port = process.env.PORT || "3000";

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
    "scripts/compress-static.mjs",
    "instrumentation.ts",
    "instrumentation-node.ts",
    "proxy.ts",
    "next.config.mjs",
    "package-lock.json",
  ];
  return newest(mark) >= Math.max(...sources.map((name) => newest(join(root, name))));
}

function portIsFree() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error) => resolve(error));
    probe.listen({ host, port: Number(port) }, () => probe.close(() => resolve(null)));
  });
}

if (!existsSync(next)) fail("The packages are not installed. Run `npm ci` in this folder first.");
if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
  fail(`PORT is "${port}". Set it to a number from 1 to 65535.`);

if (!process.argv.includes("--no-build") && !buildIsCurrent()) {
  console.log("Building the panel (once, about a minute) …");
  const built = spawnSync(process.execPath, [next, "build"], { cwd: root, stdio: "inherit" });
  if (built.status !== 0) fail("The build failed; the lines above say where.");
}

const taken = await portIsFree();
if (taken?.code === "EADDRINUSE")
  fail(
    `Port ${port} on ${host} is taken by another program. Stop it, or choose another: PORT=3001 npm start`,
  );
if (taken) fail(`The panel cannot listen on ${host}:${port} (${taken.message}). Check HOST and PORT.`);

// In this process rather than in a child's: whoever stops or kills `npm start` stops the panel, whatever the signal.
Object.assign(process.env, { HOST: host, PORT: port, NODE_ENV: "production" });
process.chdir(root);
process.argv = [process.execPath, next, "start", "-H", host, "-p", port];
createRequire(import.meta.url)(next);
