import { spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export interface Release {
  /** The program `bin/instance-admin`. */
  program: string;
  /** The value of `PATH` for programs of the release: a folder that contains only `node`. */
  path: string;
  /** The unpacked release. */
  folder: string;
  run: (env: Record<string, string>, ...words: string[]) => { status: number | null; output: string };
  /** The size of all files (MB). */
  megabytes: () => number;
  dispose: () => void;
}

/** Returns the path of the archive that `npm run release` made for this machine. */
export function archiveHere(): string {
  const ending = `-${process.platform}-${process.arch}.tar.gz`;
  const name = readdirSync("dist").find((file) => file.endsWith(ending));
  if (name === undefined)
    throw new Error("There is no release for this machine. Run `npm run release -- host`.");
  return resolve("dist", name);
}

/** Unpacks the release for this machine in an empty folder. */
export function unpackRelease(node: string): Release {
  const home = mkdtempSync(join(tmpdir(), "release-"));
  const unpacked = spawnSync("tar", ["-xzf", archiveHere(), "-C", home], { encoding: "utf8" });
  if (unpacked.status !== 0) throw new Error(unpacked.stderr);
  const folder = join(home, readdirSync(home)[0] ?? "");
  const path = join(home, "path");
  mkdirSync(path);
  symlinkSync(node, join(path, "node"));
  const program = join(folder, "bin/instance-admin");
  return {
    program,
    path,
    folder,
    run: (env, ...words) => {
      const all = { NODE_ENV: process.env.NODE_ENV, PATH: path, ...env };
      const options = { env: all, cwd: home, encoding: "utf8" } as const;
      const { status, stdout, stderr } = spawnSync(program, words, options);
      return { status, output: stdout + stderr };
    },
    megabytes: () =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((name) => lstatSync(join(folder, name)))
        .reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0) / 1e6,
    dispose: () => rmSync(home, { recursive: true, force: true }),
  };
}
