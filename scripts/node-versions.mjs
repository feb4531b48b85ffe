/**
 * Finds the versions of Node that the panel supports. One version runs this script. The others are binaries
 * from the npm registry, cached in `node_modules/.cache`. `node scripts/node-versions.mjs` downloads and
 * lists the versions.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The supported major versions. Node 20 must be version 20.20 or later. */
export const supportedNodes = [20, 22, 24, 26];

const cache = fileURLToPath(new URL("../node_modules/.cache/node-versions", import.meta.url));

/**
 * Returns the name of the npm package with the binary for this platform. The package `node` would download
 * the binary in an install script, and npm may be configured not to run install scripts.
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
 * Returns the executable and the exact version (`v24.21.0`) of a major version of Node. Downloads the executable if it
 * is missing.
 * @throws Error if the executable cannot be found or downloaded, or does not run on this machine
 */
export function nodeOf(major) {
  if (process.versions.node.startsWith(`${major}.`))
    return { executable: process.execPath, version: process.version };
  const name = binaryPackage();
  const folder = join(cache, String(major));
  const executable = join(folder, "package/bin/node");
  if (!existsSync(executable)) {
    mkdirSync(cache, { recursive: true });
    // Unpacks next to the target and renames the folder, so that no other process finds an incomplete folder.
    const fresh = mkdtempSync(join(cache, "new-"));
    try {
      // `npm install` would take twice as long for one file.
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
      // The existing folder has an older layout, or its executable does not run.
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
