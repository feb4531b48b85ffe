/**
 * `npm start` builds the panel if the build does not match the sources, and then serves the panel. The startup of the
 * server (`lib/server/core.ts`) runs migrations and creates secrets and the configuration file. `--no-build` serves the
 * existing build; `--dev` (`npm run dev`) serves the sources; `--demo` simulates an instance.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import module from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isFinished } from "./base-path.mjs";
import { fail, launch, readAddress } from "./launch.mjs";
import { hashSources } from "./sources.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const next = join(root, "node_modules/next/dist/bin/next");
const dev = process.argv.includes("--dev");

/**
 * Whether there is a complete build of the current sources. The build's id is the hash of its sources
 * (`next.config.mjs`).
 */
function buildIsCurrent() {
  const dist = join(root, ".next");
  return isFinished(dist) && readFileSync(join(dist, "BUILD_ID"), "utf8") === hashSources(root);
}

if (!existsSync(next)) fail("The packages are not installed. Run `npm ci` in this folder first.");
readAddress();

if (!dev && !process.argv.includes("--no-build") && !buildIsCurrent()) {
  console.log("Building the panel (once, about a minute) …");
  const built = spawnSync(process.execPath, [join(root, "scripts/build.mjs")], {
    cwd: root,
    stdio: "inherit",
  });
  if (built.status !== 0) fail("The build failed. See the lines above.");
}

// Makes the next start reuse compiled code (Node 22 and later).
module.enableCompileCache?.(join(root, ".next/cache/node"));

await launch({ root, dev, command: "npm start", repair: "Run `npm ci` in this folder, then start again." });
