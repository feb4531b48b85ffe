/**
 * Writes a Brotli copy (`<name>.br`) beside every script and style sheet of a build. `lib/panel/static-files.ts` sends it to
 * browsers that take it: an eighth less than what Next compresses while it sends, and nothing is left to compress then.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

const compress = promisify(brotliCompress);

/** @param {string} folder of the build's static files; names hold a hash, so a copy that is there is the right one */
export async function compressStatic(folder) {
  const names = await readdir(folder, { recursive: true });
  const there = new Set(names);
  const missing = names.filter((name) => /\.(js|css)$/.test(name) && !there.has(`${name}.br`));
  await Promise.all(
    missing.map(async (name) => {
      const path = join(folder, name);
      await writeFile(`${path}.br`, await compress(await readFile(path)));
    }),
  );
}
