import { defineConfig } from "vitest/config";
import config from "./vitest.config";

const unit = config.test?.projects?.find(
  (project) => typeof project === "object" && "test" in project && project.test?.name === "unit",
);

/**
 * Only the unit tests that share a process, as `testing/mutation/test-runner.mjs` runs them: no database server, other
 * processes or mounts.
 */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    ...(unit as typeof config).test,
    name: undefined,
    include: ["{lib,components,scripts,testing}/**/*.test.{ts,tsx}"],
    projects: undefined,
    experimental: {},
    retry: 0,
    pool: "threads",
    maxWorkers: 1,
    runner: "./testing/mutation/worker.mjs",
  },
});
