/**
 * Copies the static files of a build to a folder whose structure matches the URL paths. For each file that
 * compression makes smaller, also writes a Brotli and a gzip copy (`<name>.br`, `<name>.gz`).
 * `lib/server/http/door/static-files.ts` serves these files. Compressing them in advance allows the highest level
 * without delaying requests.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const TEXT = /\.(?:js|css|svg|json|txt|map|html|xml|webmanifest)$/;
const copies = { br: promisify(brotliCompress), gz: promisify(gzip) };

/**
 * @param {{ distDir: string, publicDir: string }} build the folder of Next's output, and the folder of the project's
 * static files
 */
export async function layOutStaticFiles({ distDir, publicDir }) {
  const web = join(distDir, "web");
  await rm(web, { recursive: true, force: true });
  await mkdir(web, { recursive: true });
  await cp(publicDir, web, { recursive: true });
  await cp(join(distDir, "static"), join(web, "_next/static"), { recursive: true });
  const names = await readdir(web, { recursive: true });
  await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => compress(join(web, name))));
}

async function compress(path) {
  const content = await readFile(path);
  for (const [ending, pack] of Object.entries(copies)) {
    const packed = await pack(content);
    if (packed.length < content.length) await writeFile(`${path}.${ending}`, packed);
  }
}
