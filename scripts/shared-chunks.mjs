/**
 * Lets the routes of a build share their server code. Next gives each route its own copy of what many of them need
 * (600 kB, some thirty times), and a panel would compile and hold each of those at the route's first request.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A line of a route's entry that loads a chunk. */
const LOAD = /^R\.c\("server\/chunks\/([^"]+)"\)$/gm;

/**
 * Makes every entry load the first of chunks with the same code.
 * @param {string} distDir the folder of Next's output
 */
export async function shareChunks(distDir) {
  const server = join(distDir, "server");
  const folder = join(server, "chunks");
  const original = await originals(folder);
  const entries = (await readdir(server, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".js") && !entry.parentPath.startsWith(folder))
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const path of entries) {
    const before = await readFile(path, "utf8");
    const after = before.replace(LOAD, (_, name) => `R.c("server/chunks/${original.get(name) ?? name}")`);
    if (after !== before) await writeFile(path, after);
  }
}

/** For each chunk the first of its folder, by name, that has the same code. Routes and pages have one folder each. */
async function originals(folder) {
  const first = new Map();
  const original = new Map();
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"));
  for (const name of names.toSorted()) {
    const code = await readFile(join(folder, name), "utf8");
    const lines = code.replace(/^\/\/# sourceMappingURL=.*$/m, "");
    const key = `${dirname(name)} ${createHash("sha256").update(lines).digest("hex")}`;
    if (!first.has(key)) first.set(key, name);
    original.set(name, first.get(key));
  }
  return original;
}
