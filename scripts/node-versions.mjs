/**
 * The Node versions that the panel supports, and where to find each: the one running this script, and plain binaries of
 * the others from the npm registry, cached in `node_modules/.cache`. `node scripts/node-versions.mjs` downloads and
 * lists them.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Major versions. Node 20 is supported from 20.20 on. */
export const supportedNodes = [20, 22, 24, 26];

const cache = fileURLToPath(new URL("../node_modules/.cache/node-versions", import.meta.url));

/**
 * The platform package that the `node` package's install script would fetch. npm may be configured not to run
 * install scripts.
 */
function binaryPackage() {
  const { platform, arch } = process;
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${platform}-${arch}`;
}

function versionOf(executable) {
  return spawnSync(executable, ["--version"], { encoding: "utf8" }).stdout?.trim();
}

/**
 * The executable of a major version of Node, downloaded if missing, and its exact version (`v24.21.0`).
 * @throws Error if it can neither be found nor downloaded, or does not run on this machine
 */
export function nodeOf(major) {
  if (process.versions.node.startsWith(`${major}.`))
    return { executable: process.execPath, version: process.version };
  const name = binaryPackage();
  const folder = join(cache, String(major));
  const executable = join(folder, "package/bin/node");
  if (!existsSync(executable)) {
    mkdirSync(cache, { recursive: true });
    // Unpacked next to its target, so that no other process finds it incomplete.
    const fresh = mkdtempSync(join(cache, "new-"));
    try {
      // Not `npm install`, which takes twice as long to unpack one file.
      const options = ["--loglevel=error", "--prefer-offline", "--pack-destination", fresh];
      const packed = spawnSync("npm", ["pack", ...options, `${name}@${major}`], { encoding: "utf8" });
      const archive = join(fresh, packed.stdout?.trim() ?? "");
      const unpacked =
        packed.status === 0 ? spawnSync("tar", ["-xzf", archive, "-C", fresh, "package/bin/node"]) : packed;
      if (unpacked.status !== 0)
        throw new Error(
          `Node ${major} could not be fetched from the npm registry (${name}@${major}):\n${unpacked.stderr}`,
        );
      rmSync(archive);
      // The existing folder has an older layout or cannot be run.
      rmSync(folder, { recursive: true, force: true });
      renameSync(fresh, folder);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  const version = versionOf(executable);
  if (!version?.startsWith(`v${major}.`))
    throw new Error(
      `${executable} does not run as Node ${major} here. Delete ${folder} to download it again.`,
    );
  return { executable, version };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const major of supportedNodes) {
    const { executable, version } = nodeOf(major);
    console.log(`${version.padEnd(10)} ${executable}`);
  }
}
