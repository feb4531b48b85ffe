/**
 * `npm test` runs the checks of each change; `npm run test:all` adds what rarely breaks. Each step is also a separate
 * script. The unit tests run in parallel with all other steps, to use the time in which browser tests wait. With
 * `--times`, the files that take the most processor time are listed at the end (Linux).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tableOfTimes } from "../testing/times/processor-time.mjs";
import { Steps } from "./steps.mjs";

const folder = process.argv.includes("--times") ? mkdtempSync(join(tmpdir(), "times-")) : undefined;
if (folder !== undefined) process.env.TEST_TIMES = join(folder, "notes");

const steps = new Steps();
await Promise.all([
  // Again with PostgreSQL, and with killed processes: `npm run test:all`.
  steps.run("test:unit", {
    args: ["--project", "unit*", "--project", "disk"],
    held: true,
  }),
  steps.runAll("format:check", "lint", "types", "build", ["test:browser", { env: { SKIP_BUILD: "1" } }]),
]);
if (folder !== undefined) {
  console.log(`\n${tableOfTimes(process.env.TEST_TIMES)}`);
  rmSync(folder, { recursive: true });
}
steps.finish();
