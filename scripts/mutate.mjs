/**
 * Runs mutation tests with Stryker (`stryker.config.mjs`):
 *
 * - `npm run mutate -- lib/server/audit lib/errors.ts:3-7 …`: on these folders, files, or lines
 * - `npm run mutate -- --since COMMIT`: on the lines that changed since the commit
 * - `npm run mutate`: on the lines that differ from main
 * - `npm run mutate -- --again`: on the changes that survived the last run (`test-results/mutation.json`), with five times
 *   the time for each
 *
 * `--tests FOLDER` adds tests from elsewhere to those of the mutated area. At the end, lists the survivors that
 * `testing/mutation/survivors` does not explain.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { hasSurvived, unexplained } from "../testing/mutation/survivors.mjs";

const { values, positionals } = parseArgs({
  options: {
    since: { type: "string", default: "main" },
    tests: { type: "string", multiple: true, default: [] },
    again: { type: "boolean", default: false },
  },
  allowPositionals: true,
});

const isProduct = (file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$/.test(file);

/** Returns the product files in a folder. Files and ranges of lines remain. */
const filesIn = (name) =>
  existsSync(name) && statSync(name).isDirectory()
    ? readdirSync(name, { recursive: true, encoding: "utf8" })
        .map((file) => join(name, file))
        .filter(isProduct)
    : [name];

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
    if (start === undefined || count === "0" || !isProduct(file)) continue;
    ranges.push(`${file}:${start}-${Number(start) + Number(count) - 1}`);
  }
  return ranges;
}

const lastRun = () => JSON.parse(readFileSync("test-results/mutation.json", "utf8")).files;

/** Returns the ranges of the changes that survived the last run, such as `lib/errors.ts:3:7-3:12`. */
function survivors() {
  const ranges = Object.entries(lastRun()).flatMap(([file, { mutants }]) =>
    mutants
      .filter(hasSurvived)
      .map(
        ({ location: { start, end } }) =>
          `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
      ),
  );
  return [...new Set(ranges)];
}

const mutated = values.again
  ? survivors()
  : positionals.length > 0
    ? positionals.flatMap(filesIn)
    : changedSince(values.since);
if (mutated.length === 0)
  console.log(`No product file differs from ${values.since}. Name the files: npm run mutate -- lib/…`);
else {
  const { status } = spawnSync("npx", ["--no-install", "stryker", "run", "--mutate", mutated.join(",")], {
    stdio: "inherit",
    env: {
      ...process.env,
      MUTATE_TESTS: values.tests.join(","),
      ...(values.again && { MUTATE_MS: "3000" }),
    },
  });
  process.exitCode = status ?? 1;
  if (status === 0) {
    const left = unexplained(lastRun());
    for (const change of left) console.log(change);
    console.log(`${left.length} changes survived that testing/mutation/survivors does not explain.`);
  }
}
