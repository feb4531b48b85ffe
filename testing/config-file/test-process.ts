import "server-only";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { onTestFinished } from "vitest";
import { forNode, placeProgram } from "@/scripts/bundle.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const runner = fileURLToPath(new URL("run.mjs", import.meta.url));

/**
 * Bundles a program for `run.mjs`, so that hundreds of processes start quickly. The name of the bundle depends on its
 * content, so that a concurrent test run cannot replace it.
 * @param home the program's folder in testing/
 * @returns the path of the bundle
 */
export async function bundle(name: string, home = "config-file"): Promise<string> {
  const { outputFiles } = await build({
    ...forNode,
    entryPoints: [`${root}testing/${home}/${name}.ts`],
    format: "cjs",
    banner: { js: "(function (require) {" },
    footer: { js: "})" },
  });
  const { contents, hash } = outputFiles[0]!;
  const path = `${root}node_modules/.cache/config-file-tests/${name}-${hash.replace(/\W/g, "")}.cjs`;
  await placeProgram(path, contents);
  return path;
}

/** A child process that prints its results as lines. */
export class Child {
  readonly lines: string[] = [];
  private waiting: (() => void)[] = [];
  private ended = false;

  constructor(readonly process: ChildProcess) {
    process.on("close", () => {
      this.ended = true;
      this.wake();
    });
    createInterface({ input: process.stdout! }).on("line", (line) => {
      this.lines.push(line);
      this.wake();
    });
  }

  /**
   * Waits for a line that begins with `start`.
   * @throws Error if the process ends before it prints such a line
   */
  async line(start: string): Promise<string> {
    for (;;) {
      const found = this.lines.find((line) => line.startsWith(start));
      if (found !== undefined) return found;
      if (this.ended) throw new Error(`The process ended without “${start}”.`);
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /**
   * Waits until the process has ended and all its output was read. Returns the exit code, or null if a signal ended it.
   */
  async end(): Promise<number | null> {
    if (!this.ended) await once(this.process, "close");
    return this.process.exitCode;
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

/**
 * Starts a bundled program. The process is killed when the test ends.
 * @param atEnd the `onTestFinished` in the test's context, for tests that run concurrently
 */
export function start(
  program: string,
  environment: Record<string, string>,
  {
    uid,
    gid = uid,
    atEnd = onTestFinished,
  }: { uid?: number; gid?: number; atEnd?: typeof onTestFinished } = {},
): Child {
  const child = spawn(process.execPath, [runner, program], {
    env: { ...process.env, ...environment },
    stdio: ["pipe", "pipe", "inherit"],
    ...(uid === undefined ? {} : { uid, gid }),
  });
  atEnd(() => void child.kill("SIGKILL"));
  return new Child(child);
}
