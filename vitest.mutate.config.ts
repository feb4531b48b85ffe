import { defineConfig } from "vitest/config";
import config from "./vitest.config";

const unit = config.test?.projects?.find(
  (project) => typeof project === "object" && "test" in project && project.test?.name === "unit",
);

const shared = (unit as typeof config).test;

/**
 * Runs only tests that can share a process, because `testing/mutation/test-runner.mjs` changes the code in that
 * process. Excludes tests that need a database server, further processes or mounts.
 */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    ...shared,
    name: undefined,
    // Not the tests of scripts: these read the sources, which Stryker has rewritten.
    include: ["{lib,components,testing}/**/*.test.{ts,tsx}"],
    exclude: [
      // Slow, but in this process: the tests of the audit log, and those that `--tests` names.
      ...(shared?.exclude ?? []).filter(
        (name) =>
          !["lib/server/audit/audit.test.ts", ...(process.env.MUTATE_TESTS ?? "").split(",")].includes(name),
      ),
      // These two test files call every route and would take most of a mutant's time. Each handler has a faster test.
      "lib/server/http/panel-api/{proof,routes}.test.ts",
      // Reads and writes hundreds of thousands of values.
      "lib/shared/json/edit-limits.test.ts",
    ],
    projects: undefined,
    experimental: {},
    retry: 0,
    pool: "threads",
    maxWorkers: 1,
    runner: "./testing/mutation/worker.mjs",
  },
});
