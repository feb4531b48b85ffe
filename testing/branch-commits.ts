import { spawnSync } from "node:child_process";

export interface BranchCommit {
  subject: string;
  isMerge: boolean;
}

/**
 * Returns the commits since `origin/main`, or since the last tag if HEAD is on `origin/main`. Returns nothing if the
 * folder has no repository, or if the history does not reach back far enough, as in a shallow clone.
 */
export function branchCommits(folder: string): BranchCommit[] {
  const git = (...args: string[]): string | null => {
    const { status, stdout } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
    return status === 0 ? stdout.trim() : null;
  };
  const isBehind = (base: string) => git("merge-base", "--is-ancestor", "HEAD", base) !== null;
  const main = git("rev-parse", "--verify", "--quiet", "origin/main");
  const base = main === null || isBehind(main) ? git("describe", "--tags", "--abbrev=0") : main;
  if (base === null || git("merge-base", base, "HEAD") === null) return [];
  const log = git("log", "--format=%P%x09%s", `${base}..HEAD`);
  return (log ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [parents = "", subject = ""] = line.split("\t", 2);
      return { subject, isMerge: parents.includes(" ") };
    });
}
