/**
 * Serves a build below a path (`BASE_PATH=/admin`), which Next bakes into its output. So every build is made for a
 * placeholder. After the build, the files in place are those for no path, and `.next/base-path` has the originals. A panel
 * with a path gets a copy of the build at its start.
 */
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** The path for which a build is made. No other text of a build contains it. */
export const PLACEHOLDER = "/__base_path__";
/** The placeholder, also within a regular expression in JSON. */
const PLACES = /(\\*)\/__base_path__/g;
const ORIGINALS = "base-path";
/** What a server reads of a build, without the core. */
const SERVED = /^(?:server|static|web|node_modules|[\w-]+\.js(?:on)?|BUILD_ID)$/;
const TEXT = /\.(?:m?js|css|json|html|rsc|txt)$/;

/** Puts the path in the place of the placeholder. */
const withPath = (/** @type {string} */ text, /** @type {string} */ path) =>
  text.replace(PLACES, (_, escapes) =>
    path === "" ? "" : `${escapes}${path.replaceAll("/", `${escapes}/`).slice(escapes.length)}`,
  );

/** Finishes a build: moves the files with the placeholder away, and writes those for no path. */
export function finishBuild(/** @type {string} */ distDir) {
  const originals = join(distDir, ORIGINALS);
  rmSync(originals, { recursive: true, force: true });
  for (const entry of readdirSync(distDir)) {
    if (!SERVED.test(entry)) continue;
    const isFolder = readdirSync(distDir, { withFileTypes: true }).some(
      (one) => one.name === entry && one.isDirectory(),
    );
    const names = isFolder ? readdirSync(join(distDir, entry), { recursive: true, encoding: "utf8" }) : [""];
    for (const name of names.map((one) => join(entry, one))) {
      if (!TEXT.test(name)) continue;
      const path = join(distDir, name);
      const text = readFileSync(path, "utf8");
      if (!text.includes(PLACEHOLDER)) continue;
      mkdirSync(dirname(join(originals, name)), { recursive: true });
      writeFileSync(join(originals, name), text);
      place(path, withPath(text, ""));
    }
  }
  // Written last, so that a build that was interrupted is not complete.
  mkdirSync(originals, { recursive: true });
  writeFileSync(join(originals, "done"), "");
}

export const isFinished = (/** @type {string} */ distDir) => existsSync(join(distDir, ORIGINALS, "done"));

/** Writes a file, and its compressed copies if it has any. */
function place(/** @type {string} */ path, /** @type {string} */ text) {
  writeFileSync(path, text);
  if (existsSync(`${path}.br`))
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    );
  if (existsSync(`${path}.gz`)) writeFileSync(`${path}.gz`, gzipSync(text));
}

/**
 * Returns the folder from which a build is served below a path: a copy, made once, in `cache`.
 * @param {string} root the folder of the panel
 * @param {{ basePath: string, cache: string }} options
 */
export function folderBelow(root, { basePath, cache }) {
  const dist = join(root, ".next");
  const key = createHash("sha256").update(
    `${readFileSync(join(dist, "BUILD_ID"), "utf8")} ${root} ${basePath}`,
  );
  const folder = join(cache, `base-path-${key.digest("hex").slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(cache))
    if (name.startsWith("base-path-")) rmSync(join(cache, name), { recursive: true, force: true });
  const draft = `${folder}.${process.pid}`;
  for (const name of readdirSync(dist).filter((one) => SERVED.test(one)))
    cpSync(join(dist, name), join(draft, ".next", name), { recursive: true, verbatimSymlinks: true });
  const originals = readdirSync(join(dist, ORIGINALS), { recursive: true, encoding: "utf8" });
  for (const name of originals.filter((one) => TEXT.test(one)))
    place(join(draft, ".next", name), withPath(readFileSync(join(dist, ORIGINALS, name), "utf8"), basePath));
  symlinkSync(join(root, "node_modules"), join(draft, "node_modules"));
  cpSync(join(root, "package.json"), join(draft, "package.json"));
  renameSync(draft, folder);
  return folder;
}
