import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

/** What starts processes, mounts file systems, or saves and waits for long. `npm run check` goes without. */
const disk = [
  "lib/server/config-file/concurrency.test.ts",
  "lib/server/config-file/disk/{attributes,crash,fault,mounts,reader}.test.ts",
  "lib/server/db/patience.test.ts",
  "lib/server/audit/audit.test.ts",
  "lib/server/running/apply/{drive,killed}.test.ts",
];

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
          exclude: [...configDefaults.exclude, ...disk],
        },
      },
      { extends: true, test: { name: "disk", include: disk } },
      {
        extends: true,
        test: {
          name: "postgres",
          include: [
            "lib/server/{db,audit,instance/local}/*.test.ts",
            "lib/server/running/{watch,notify}/*.test.ts",
            "lib/server/operators/{guess-keeper,known-addresses,operators,reset-password,session-store,sign-in}.test.ts",
            "lib/server/running/apply/{applies,drive,killed}.test.ts",
            "lib/server/config-file/**/{config-file,history,raw-text,events,concurrency,crash,fault}.test.ts",
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
