import { defineConfig } from "vitest/config";
import config from "./vitest.config";

const unit = config.test?.projects?.find(
  (project) => typeof project === "object" && "test" in project && project.test?.name === "unit",
);

const shared = (unit as typeof config).test;

/**
 * Only the tests that share a process, as `testing/mutation/test-runner.mjs` runs them: no database server, no changed
 * code in other processes, no mounts.
 */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    ...shared,
    name: undefined,
    include: ["{lib,components,scripts,testing}/**/*.test.{ts,tsx}"],
    // It is slow, so that it is not among the unit tests, but it applies in its own process.
    exclude: shared?.exclude?.filter((path) => path !== "lib/server/rollout/apply.test.ts") ?? [],
    projects: undefined,
    experimental: {},
    retry: 0,
    pool: "threads",
    maxWorkers: 1,
    runner: "./testing/mutation/worker.mjs",
  },
});
