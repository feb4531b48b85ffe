/**
 * `npm test` runs all required checks. Each step is also a separate script. The unit tests run one file at a
 * time, in parallel with all other steps, to use the time in which browser tests wait.
 */
import { Steps } from "./steps.mjs";

const steps = new Steps();
await Promise.all([
  steps.run("test:unit", { held: true, niceness: 5, env: { UNIT_WORKERS: "1" } }),
  steps.runAll("format:check", "lint", "types", "build", ["test:browser", { env: { SKIP_BUILD: "1" } }]),
]);
steps.finish();
