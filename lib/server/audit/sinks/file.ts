import "server-only";
import { open, stat } from "node:fs/promises";
import { linesOf } from "@/lib/lines";
import { parsedJson } from "@/lib/shared/json/value";
import { type Head, headSchema } from "../heads";
import type { Sink, SinkEntry } from "./sink";

export function fileSink(path: string): Sink {
  return {
    place: path,
    async take(entries: readonly SinkEntry[]) {
      const file = await open(path, "a+", 0o600);
      try {
        // A crash during an earlier write may have left an incomplete line.
        const start = (await endsInLine(file)) ? "" : "\n";
        await file.appendFile(`${start}${entries.map((entry) => `${JSON.stringify(entry)}\n`).join("")}`);
        await file.datasync();
      } finally {
        await file.close();
      }
    },
    heads: () => readHeads(path),
  };
}

async function endsInLine(file: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() === "\n";
}

/** Lines without a head are skipped. A file that does not exist has none. */
export async function* readHeads(path: string): AsyncGenerator<Head> {
  try {
    await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  for await (const line of linesOf(path)) {
    const { data } = headSchema.safeParse(parsedJson(line));
    if (data) yield data;
  }
}
