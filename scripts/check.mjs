/**
 * `npm run check` runs the quick checks without a build: format, lint, types, and the unit tests that neither use the
 * disk heavily nor start processes nor need PostgreSQL (`vitest.config.ts`).
 */
import { Steps } from "./steps.mjs";

const steps = new Steps();
await Promise.all([
  steps.run("test:unit", { args: ["--project", "unit*"], held: true }),
  steps.runAll("format:check", "lint", "types"),
]);
steps.finish();
