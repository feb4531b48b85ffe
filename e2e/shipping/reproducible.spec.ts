import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { archiveHere } from "../support/release";

function run(
  program: string,
  words: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  const { status, stdout, stderr } = spawnSync(program, words, {
    encoding: "utf8",
    maxBuffer: 1e8,
    ...options,
  });
  if (status !== 0) throw new Error(`${program} ${words.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}

const sumOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** Copies the project's sources and packages to a folder, without a build. */
function copyProject(folder: string): void {
  const names = run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"]);
  const deleted = new Set(run("git", ["ls-files", "-z", "--deleted"]).split("\0"));
  for (const name of names.split("\0").filter((one) => one !== "" && !deleted.has(one))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    copyFileSync(name, join(folder, name));
  }
  // Links are faster than copies, and not possible between two disks.
  if (spawnSync("cp", ["-al", "node_modules", folder]).status !== 0) {
    rmSync(join(folder, "node_modules"), { recursive: true, force: true });
    run("cp", ["-a", "node_modules", folder]);
  }
}

/** The files of an archive with their sums, for a readable difference. */
function contentsOf(archive: string, folder: string): string[] {
  mkdirSync(folder);
  run("tar", ["-xzf", archive, "-C", folder]);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path.slice(folder.length)} ${sumOf(path)}`)
    .toSorted();
}

test("a second build of the same commit, in another folder and environment, makes an identical archive", () => {
  test.setTimeout(900_000);
  const home = mkdtempSync(join(tmpdir(), "reproducible-"));
  try {
    const folder = join(home, "a folder with a longer path than the first one");
    mkdirSync(folder);
    copyProject(folder);
    const env = {
      ...process.env,
      SOURCE_DATE_EPOCH: run("git", ["log", "-1", "--format=%ct"]).trim(),
      TZ: "Pacific/Auckland",
      LANG: "C",
      HOME: home,
      CI: process.env.CI ? "" : "true",
      // Next takes it for the number of processors.
      CIRCLE_NODE_TOTAL: "7",
    };
    run("sh", ["-c", "umask 077; node scripts/release.mjs host"], { cwd: folder, env });

    const first = archiveHere();
    const second = join(folder, "dist", basename(first));
    const contents = [first, second].map((archive, index) => contentsOf(archive, join(home, String(index))));
    expect(contents[1]).toEqual(contents[0]);
    expect(sumOf(second)).toBe(sumOf(first));
    const name = basename(first);
    for (const archive of [first, second])
      expect(readFileSync(`${archive}.sha256`, "utf8")).toBe(`${sumOf(archive)}  ${name}\n`);
    console.log(`Both archives: ${sumOf(first)}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
