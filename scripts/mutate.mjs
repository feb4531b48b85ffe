/**
 * Runs mutation tests with Stryker (`stryker.config.mjs`):
 *
 * - `npm run mutate -- lib/server/audit/chain.ts …`: on these files or patterns
 * - `npm run mutate -- --since COMMIT`: on the lines that changed since the commit
 * - `npm run mutate`: on the lines that differ from main
 */
import { execFileSync, spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  options: { since: { type: "string", default: "main" } },
  allowPositionals: true,
});

/**
 * Returns the changed lines of product files as Stryker's ranges, such as `lib/errors.ts:3-7`.
 * @param {string} commit
 */
function changedSince(commit) {
  const diff = execFileSync(
    "git",
    ["diff", "--unified=0", "--no-color", "--diff-filter=d", commit, "--", "lib", "components"],
    { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
  );
  /** @type {string[]} */
  const ranges = [];
  let file = "";
  for (const line of diff.split("\n")) {
    if (line.startsWith("+++ b/")) file = line.slice("+++ b/".length);
    const [, start, count = "1"] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start === undefined || count === "0" || !/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
    ranges.push(`${file}:${start}-${Number(start) + Number(count) - 1}`);
  }
  return ranges;
}

const mutated = positionals.length > 0 ? positionals : changedSince(values.since);
if (mutated.length === 0)
  console.log(`No product file differs from ${values.since}. Name the files: npm run mutate -- lib/…`);
else {
  const { status } = spawnSync("npx", ["--no-install", "stryker", "run", "--mutate", mutated.join(",")], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}
