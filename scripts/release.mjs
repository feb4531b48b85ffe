/**
 * `npm run release` builds the panel and writes `dist/instance-admin-<version>-<platform>.tar.gz` and its SHA-256 sum, for
 * Linux and macOS. `npm run release -- linux-x64` makes only this archive, and `host` the one for this machine. Two runs with the same commit, Node and npm
 * write identical archives.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isFinished } from "./base-path.mjs";
import { listFiles } from "./release/files.mjs";
import { copyNatives, isNative, platforms, thisPlatform } from "./release/natives.mjs";
import { writeNotices } from "./release/notices.mjs";
import { hashSources } from "./sources.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

function run(/** @type {string} */ program, /** @type {string[]} */ words, options = {}) {
  const { status, stdout } = spawnSync(program, words, { cwd: root, encoding: "utf8", ...options });
  if (status !== 0) throw new Error(`${program} ${words.join(" ")} failed.`);
  return stdout;
}

const chosen = process.argv.slice(2).map((one) => (one === "host" ? thisPlatform : one));
const unknown = chosen.filter((one) => !platforms.includes(one));
if (unknown.length > 0) {
  console.error(`There is no release for ${unknown.join(", ")}. Choose from ${platforms.join(", ")}.`);
  process.exit(1);
}

/** The time of the commit (s), which is the time of every file in the archive. Outside a repository, 0. */
const committed = spawnSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" });
const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? (committed.status === 0 ? committed.stdout : 0));

const buildId = join(root, ".next/BUILD_ID");
const isBuilt = isFinished(join(root, ".next")) && readFileSync(buildId, "utf8") === hashSources(root);
if (!isBuilt) run(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });

/** Files of the build with random keys, which no page uses: the panel has no previews and no server actions. */
const KEYS =
  /^\.next\/(?:prerender-manifest\.json|server\/(?:preview-props\.json|server-reference-manifest\.js(?:on)?))$/;

/** Next's options that depend on the machine of the build, and that only a build uses. */
const OF_THE_BUILD_MACHINE = { cpus: 1, turbopackFileSystemCacheForBuild: false };

/** Replaces what Next writes differently at each build, or in each folder. */
function withoutDifferences(/** @type {string} */ file, /** @type {Buffer} */ content) {
  if (/^\.next\/(?:base-path\/)?required-server-files\.json$/.test(file)) {
    const { config } = JSON.parse(content.toString().replaceAll(root, "/panel"));
    Object.assign(config.experimental, OF_THE_BUILD_MACHINE);
    return JSON.stringify({ config });
  }
  if (!KEYS.test(file)) return content;
  const key = createHash("sha256").update(readFileSync(buildId)).digest();
  return content
    .toString()
    .replaceAll(/("previewMode\w+":\s*")[^"]+/g, `$1${key.toString("hex")}`)
    .replaceAll(/("encryptionKey\\?":\s*\\?")[^"\\]+/g, `$1${key.toString("base64")}`);
}

function place(/** @type {string} */ file, /** @type {string} */ target) {
  const [from, to] = [join(root, file), join(target, file)];
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (file.startsWith(".next/")) writeFileSync(to, withoutDifferences(file, readFileSync(from)));
  else copyFileSync(from, to);
}

const files = await listFiles(root);
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
for (const platform of chosen.length > 0 ? chosen : platforms) {
  const name = `instance-admin-${version}-${platform}`;
  const target = join(dist, name);
  for (const file of files) if (!isNative(file)) place(file, target);
  // Next requires the folder. The front door serves the files from `web`.
  mkdirSync(join(target, ".next/static"), { recursive: true });
  copyNatives(root, target, platform);
  writeNotices(root, target, platform, seconds);
  const options = ["--sort=name", `--mtime=@${seconds}`, "--owner=0", "--group=0", "--numeric-owner"];
  const archive = run(
    "tar",
    [...options, "--mode=u=rwX,go=rX", "--format=gnu", "-C", dist, "-cf", "-", name],
    {
      encoding: "buffer",
      maxBuffer: 1e9,
    },
  );
  const packed = run("gzip", ["-9", "--no-name"], { input: archive, encoding: "buffer", maxBuffer: 1e9 });
  writeFileSync(`${target}.tar.gz`, packed);
  const sum = createHash("sha256").update(packed).digest("hex");
  writeFileSync(`${target}.tar.gz.sha256`, `${sum}  ${name}.tar.gz\n`);
  rmSync(target, { recursive: true });
  const size = (statSync(`${target}.tar.gz`).size / 1e6).toFixed(1);
  console.log(`${name}.tar.gz  ${size} MB, unpacked ${(archive.length / 1e6).toFixed(1)} MB  ${sum}`);
}
