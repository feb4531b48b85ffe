/**
 * `npm run check`: the quick checks for use during work, without a build: format, lint, types, and the unit tests
 * that do not use the disk heavily, start processes or need PostgreSQL (`vitest.config.ts`).
 */
import { Steps } from "./steps.mjs";

const steps = new Steps();
await Promise.all([
  steps.run("test:unit", { args: ["--project", "unit*"], held: true }),
  steps.runAll("format:check", "lint", "types"),
]);
steps.finish();
