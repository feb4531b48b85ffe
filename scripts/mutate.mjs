/**
 * `npm run mutate -- [files or patterns]` runs mutation tests with Stryker (`stryker.config.mjs`) on these files.
 * Default: the product files that differ from main.
 */
import { execFileSync, spawnSync } from "node:child_process";

const asked = process.argv.slice(2);
const changed = () =>
  execFileSync("git", ["diff", "--name-only", "--diff-filter=d", "main", "--", "lib", "components"], {
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
const files = asked.length > 0 ? asked : changed();
if (files.length === 0)
  console.log("No product file differs from main. Name the files: npm run mutate -- lib/…");
else {
  const { status } = spawnSync("npx", ["--no-install", "stryker", "run", "--mutate", files.join(",")], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}
