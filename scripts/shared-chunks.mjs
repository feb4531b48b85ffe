/**
 * Lets the routes of a build share their server code. Next gives each route its own copy of what many of them need
 * (600 kB, some thirty times), and a panel would compile and hold each of those at the route's first request.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** How an entry, or a chunk that loads others later, names a chunk. */
const NAME = /"server\/chunks\/([^"]+\.js)"/g;

/**
 * Makes everything load the first of chunks with the same code.
 * @param {string} distDir the folder of Next's output
 */
export async function shareChunks(distDir) {
  const server = join(distDir, "server");
  const folder = join(server, "chunks");
  const original = await originals(folder);
  for (const file of await programs(server)) {
    const path = join(server, file);
    const before = await readFile(path, "utf8");
    const after = before.replace(NAME, (_, name) => `"server/chunks/${original.get(name) ?? name}"`);
    if (after !== before) await writeFile(path, after);
  }
}

const programs = async (folder) =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"));

/** For each chunk the first of its folder, by name, that has the same code. Routes and pages have one folder each. */
async function originals(folder) {
  const first = new Map();
  const original = new Map();
  for (const name of (await programs(folder)).toSorted()) {
    const code = await readFile(join(folder, name), "utf8");
    const lines = code.replace(/^\/\/# sourceMappingURL=.*$/m, "");
    const key = `${dirname(name)} ${createHash("sha256").update(lines).digest("hex")}`;
    if (!first.has(key)) first.set(key, name);
    original.set(name, first.get(key));
  }
  return original;
}
