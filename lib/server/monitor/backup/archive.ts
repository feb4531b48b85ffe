import "server-only";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";

const BLOCK = 512;

/** All of them are in one folder of the same name. The stream fails if a file is removed while it is read. */
export const archiveOf = (folder: string): Readable =>
  pipeline(Readable.from(entriesOf(folder)), createGzip(), () => undefined);

async function* entriesOf(folder: string): AsyncGenerator<Buffer> {
  for (const name of (await readdir(/* turbopackIgnore: true */ folder)).toSorted()) {
    const path = join(/* turbopackIgnore: true */ folder, name);
    const { size, mtimeMs } = await stat(path);
    yield headerOf(`${basename(folder)}/${name}`, { size, mtimeMs });
    // Reads exactly the size in the header.
    if (size > 0) for await (const part of createReadStream(path, { end: size - 1 })) yield part as Buffer;
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function headerOf(name: string, { size, mtimeMs }: { size: number; mtimeMs: number }): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  header.write(name, 0, 100);
  header.write(octal(0o600, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(Math.floor(mtimeMs / 1000), 12), 136);
  // The checksum is computed with spaces in its own place.
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\u000000", 257, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}
