import { defineConfig } from "vitest/config";
import config from "./vitest.config";

/** Only the unit tests that need no database server, other processes or mounts (`stryker.config.mjs`). */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    projects: config.test?.projects?.filter(
      (project) =>
        typeof project === "object" &&
        "test" in project &&
        !["disk", "postgres"].includes(String(project.test?.name)),
    ),
    experimental: {},
    retry: 0,
  },
});
