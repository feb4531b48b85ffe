/**
 * `npm test` runs the checks of each change; `npm run test:all` adds what rarely breaks. Each step is also a separate script. The unit tests run one file at a
 * time, in parallel with all other steps, to use the time in which browser tests wait.
 */
import { Steps } from "./steps.mjs";

const steps = new Steps();
await Promise.all([
  // Again with PostgreSQL: `npm run test:all`.
  steps.run("test:unit", {
    args: ["--project", "!postgres"],
    held: true,
    niceness: 5,
    env: { UNIT_WORKERS: "1" },
  }),
  steps.runAll("format:check", "lint", "types", "build", ["test:browser", { env: { SKIP_BUILD: "1" } }]),
]);
steps.finish();
