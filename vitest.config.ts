import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  resolve: {
    alias: {
      "@": root.replace(/\/$/, ""),
      // The guard that keeps server modules out of the browser has nothing to guard in a test process.
      "server-only": fileURLToPath(new URL("node_modules/server-only/empty.js", import.meta.url)),
    },
  },
  test: {
    // What stores rows runs against both databases; everything else once.
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["lib/**/*.test.ts", "components/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: [
            "lib/{db,instance/local}/*.test.ts",
            "lib/operators/operators.test.ts",
            "lib/config-file/{config-file,history,whole,events,concurrency,crash,fault}.test.ts",
          ],
          globalSetup: "e2e/support/postgres-for-unit-tests.ts",
        },
      },
    ],
    testTimeout: 30_000,
    // Test files fork processes and servers of their own; two cores carry two files.
    maxWorkers: 2,
  },
});
