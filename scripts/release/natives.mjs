/** The parts of packages that are compiled for one system, for every system that has a release. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { spawnSync } from "node:child_process";

export const platforms = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"];
export const thisPlatform = `${process.platform}-${process.arch}`;

const isLinux = (/** @type {string} */ platform) => platform.startsWith("linux");

/** Packages of a system. Linux releases are for glibc. */
const packagesOf = (/** @type {string} */ platform) => [
  `@node-rs/argon2-${platform}${isLinux(platform) ? "-gnu" : ""}`,
  `@img/sharp-${platform}`,
  `@img/sharp-libvips-${platform}`,
];

const NATIVE =
  /^node_modules\/(?:@node-rs\/argon2-|@img\/sharp-)|^node_modules\/@photostructure\/sqlite\/prebuilds\//;
const UNUSED = /\.(?:md|d\.ts)$|\/include\//;

/** Whether the file is for one system only. */
export const isNative = (/** @type {string} */ file) => NATIVE.test(file);

/**
 * Copies the native files of a platform into a release. Packages of other systems come from the npm registry. Their
 * checksum must be the one in the lock file.
 * @param {string} root the project
 * @param {string} target the folder of the release
 */
export function copyNatives(root, target, platform) {
  const copy = (/** @type {string} */ from, /** @type {string} */ to) =>
    cpSync(from, join(target, to), { recursive: true, filter: (source) => !UNUSED.test(source) });
  for (const name of packagesOf(platform)) {
    const installed = join(root, "node_modules", name);
    copy(existsSync(installed) ? installed : fetchPackage(root, name), join("node_modules", name));
  }
  const prebuilds = join("node_modules/@photostructure/sqlite/prebuilds", platform);
  copy(join(root, prebuilds), prebuilds);
  if (isLinux(platform)) rmSync(join(target, prebuilds, "@photostructure+sqlite.musl.node"), { force: true });
}

/** Returns the folder of a package that is not installed here, in `node_modules/.cache`. */
function fetchPackage(root, name) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { version, integrity } = lock.packages[`node_modules/${name}`];
  const folder = join(root, "node_modules/.cache/release", `${name.replace("/", "+")}-${version}`);
  if (existsSync(join(folder, "package/package.json"))) return join(folder, "package");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const run = (/** @type {string} */ program, /** @type {string[]} */ ...words) => {
    const { status, stdout, stderr } = spawnSync(program, words, { encoding: "utf8", cwd: folder });
    if (status !== 0) throw new Error(`${name}@${version} could not be fetched:\n${stderr}`);
    return stdout.trim();
  };
  const archive = join(folder, run("npm", "pack", "--loglevel=error", `${name}@${version}`));
  const [algorithm = "", ...checksum] = integrity.split("-");
  if (createHash(algorithm).update(readFileSync(archive)).digest("base64") !== checksum.join("-"))
    throw new Error(`${name}@${version} does not have the checksum in package-lock.json.`);
  run("tar", "-xzf", archive);
  return join(dirname(archive), "package");
}
