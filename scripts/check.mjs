/**
 * `npm run check` runs the quick checks, which need no build: format, lint, types and unit tests. Unit tests
 * that use the disk heavily, start processes or need PostgreSQL are left out (`vitest.config.ts`).
 */
import { Steps } from "./steps.mjs";

const steps = new Steps();
await Promise.all([
  steps.run("test:unit", { args: ["--project", "unit*"], held: true }),
  steps.runAll("format:check", "lint", "types"),
]);
steps.finish();
