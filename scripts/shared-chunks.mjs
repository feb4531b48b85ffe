/**
 * Lets the routes of a build share their server code. Next gives each route its own copy of what many of them need
 * (600 kB, some thirty times), and a panel would compile and hold each of those at the route's first request. What is
 * left is minified here: Next would minify every copy, which took a quarter of a build's processor time.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { transform } from "esbuild";

/** How an entry, or a chunk that loads others later, names a chunk. */
const NAME = /"server\/chunks\/([^"]+\.js)"/g;

/**
 * Makes everything load the first of chunks with the same code, and takes the others away.
 * @param {string} distDir the folder of Next's output
 */
export async function shareChunks(distDir) {
  const server = join(distDir, "server");
  const folder = join(server, "chunks");
  const original = await originals(folder);
  for (const [name, first] of original) if (name !== first) await rm(join(folder, name));
  const files = await programs(server);
  await Promise.all(files.map((file) => place(join(server, file), original)));
}

async function place(path, original) {
  const shared = (await readFile(path, "utf8")).replace(
    NAME,
    (_, name) => `"server/chunks/${original.get(name) ?? name}"`,
  );
  const { code } = await transform(shared, { minify: true, platform: "node", target: "node20" });
  await writeFile(path, code);
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
