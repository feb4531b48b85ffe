import "server-only";
import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { type FileHandle, open, readlink, realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { InstanceLogSource } from "@/lib/env";
import { endGroup, environment } from "./command";

const lookEveryMs = 500;
const restartAfterMs = 5_000;
/** How much of a file is read at the start, and at most in one look (bytes). What is older is left out. */
const firstBytes = 32_000;
const mostBytes = 256_000;

export interface LogReader {
  /** Receives text as it arrives. */
  add: (text: string) => void;
  /** Receives why nothing can be read, and what to do; null once it can be read. */
  report: (problem: string | null) => void;
}

export const follow = (
  source: InstanceLogSource,
  reader: LogReader,
  privateFolders: readonly string[],
): (() => void) =>
  source.kind === "file"
    ? followFile(source.path, reader, privateFolders)
    : followProgram(programOf(source), reader);

const programOf = (source: Exclude<InstanceLogSource, { kind: "file" }>): readonly string[] =>
  source.kind === "command"
    ? source.command
    : ["journalctl", "--follow", "--lines=100", "--output=cat", "--unit", source.unit];

/**
 * Opens a regular file. The instance's user may replace the file with a link to a file of the panel, or with a pipe, whose
 * opening waits for a writer.
 */
export async function openLog(
  path: string,
  privateFolders: readonly string[],
  openFile = open,
): Promise<FileHandle> {
  const target = await realpath(path);
  // The environment of the panel's process is in /proc.
  const folders = await Promise.all(
    ["/proc", ...privateFolders].map((folder) => realpath(folder).catch(() => folder)),
  );
  const refusePrivate = (file: string) => {
    if (folders.some((folder) => file.startsWith(`${folder}${sep}`)))
      throw new Error("it is a file of the panel");
  };
  refusePrivate(target);
  const handle = await openFile(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    // Meanwhile a folder of the path may have been replaced by a link.
    if (process.platform === "linux") refusePrivate(await readlink(`/proc/self/fd/${handle.fd}`));
    if (!(await handle.stat()).isFile()) throw new Error("it is not a regular file");
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function followFile(path: string, { add, report }: LogReader, privateFolders: readonly string[]): () => void {
  const opened = () => openLog(path, privateFolders);
  let file: { handle: FileHandle; inode: number; position: number; decoder: StringDecoder } | null = null;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function readOn(to: number): Promise<void> {
    if (!file) return;
    if (to < file.position) file.position = 0;
    if (to - file.position > mostBytes) {
      file.position = to - firstBytes;
      add("\n… earlier output omitted …\n");
    }
    while (file.position < to) {
      const { bytesRead, buffer } = await file.handle.read({
        buffer: Buffer.alloc(Math.min(65_536, to - file.position)),
        position: file.position,
      });
      if (bytesRead === 0) return;
      file.position += bytesRead;
      add(file.decoder.write(buffer.subarray(0, bytesRead)));
    }
  }

  async function look(): Promise<void> {
    const entry = await stat(path);
    if (file && file.inode !== entry.ino) {
      // The program may have written more before it opened the new file.
      await readOn((await file.handle.stat()).size);
      await file.handle.close();
      file = null;
      add("\n");
      file = { handle: await opened(), inode: entry.ino, position: 0, decoder: new StringDecoder() };
    }
    if (!file) {
      const position = Math.max(0, entry.size - firstBytes);
      file = { handle: await opened(), inode: entry.ino, position, decoder: new StringDecoder() };
    }
    await readOn(entry.size);
    report(null);
  }

  const again = async (): Promise<void> => {
    await look().catch((error: NodeJS.ErrnoException) =>
      report(
        `${path} cannot be read (${error.code ?? error.message}). Correct INSTANCE_LOG, or let the panel's user read the file.`,
      ),
    );
    if (!isStopped) timer = setTimeout(() => void again(), lookEveryMs).unref();
    else await file?.handle.close();
  };
  void again();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    void file?.handle.close().catch(() => undefined);
  };
}

function followProgram([program = "", ...words]: readonly string[], { add, report }: LogReader): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let pid: number | undefined;
  const start = () => {
    const child = spawn(/* turbopackIgnore: true */ program, words, {
      shell: false,
      detached: true,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    pid = child.pid;
    for (const stream of [child.stdout, child.stderr]) paced(stream, add);
    child.once("spawn", () => report(null));
    const ended = (how: string) => {
      if (isStopped) return;
      report(`${program} ${how}. Correct INSTANCE_LOG, or run the program by hand as the panel's user.`);
      clearTimeout(timer);
      timer = setTimeout(start, restartAfterMs).unref();
    };
    child.once("error", (error: NodeJS.ErrnoException) => ended(`could not be started (${error.code})`));
    child.once("exit", (code, signal) =>
      ended(code === null ? `was stopped by ${signal}` : `exited with status ${code}`),
    );
    child.unref();
  };
  start();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    endGroup(pid);
  };
}

/** Passes on the output of a program. A program that prints a lot waits, because reading would occupy the panel. */
function paced(stream: Readable, add: LogReader["add"]): void {
  let left = mostBytes;
  stream.setEncoding("utf8").on("data", (text: string) => {
    add(text);
    left -= text.length;
    if (left > 0) return;
    stream.pause();
    setTimeout(() => {
      left = mostBytes;
      stream.resume();
    }, lookEveryMs).unref();
  });
}
