import { readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Tests that start processes, mount file systems, or save for a long time. `npm run check` skips them. */
const disk = [
  "lib/server/config-file/concurrency.test.ts",
  "lib/server/config-file/disk/{attributes,crash,fault,mounts,reader}.test.ts",
  "lib/server/audit/audit.test.ts",
  "lib/server/rollout/apply.test.ts",
  "lib/server/rollout/{by-broker,drive,judged,killed,planned,resumed}.test.ts",
];

/**
 * Tests that need a separate process: a mocked module, or a variable that is set by hand, affects all later tests.
 * Other files declare it by a comment, whose first words are in the pattern.
 */
const needsProcess = (file: string): boolean =>
  /\bvi\.(mock|resetModules)\(|^\s*process\.env\.\w+ = |^\/\/ Needs a process of its own/m.test(
    readFileSync(root + file, "utf8"),
  );

const alone = ["lib", "components", "scripts"].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((file) => /\.test\.tsx?$/.test(file) && needsProcess(file)),
);
const notTogether = [...configDefaults.exclude, ...disk, ...alone];

/**
 * Where projects share compiled modules, for this run only. A longer-lived cache would not notice that an import
 * resolves to a different file.
 */
const compiled = join(tmpdir(), `vitest-${process.pid}`);
process.once("exit", () => rmSync(compiled, { recursive: true, force: true }));

export default defineConfig({
  resolve: {
    alias: {
      "@": root.replace(/\/$/, ""),
      // The guard that keeps server modules out of the browser is not needed in a test process.
      "server-only": fileURLToPath(new URL("node_modules/server-only/empty.js", import.meta.url)),
    },
  },
  test: {
    // Tests that store rows run against both databases, all others once.
    projects: [
      // Loading the same modules again would take most of a file's time, so files share processes if they can.
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{lib,components,scripts,testing}/**/*.test.ts"],
          exclude: notTogether,
        },
      },
      // Separate, because a process is reused only for files of the same environment.
      {
        extends: true,
        test: { name: "unit-browser", include: ["components/**/*.test.tsx"], exclude: notTogether },
      },
      { extends: true, test: { name: "unit-alone", include: alone, exclude: disk, isolate: true } },
      { extends: true, test: { name: "disk", include: disk } },
      {
        extends: true,
        test: {
          name: "postgres",
          include: [
            "lib/server/{db,audit,instance/local}/*.test.ts",
            "lib/server/monitor/{*.test.ts,notify/*.test.ts}",
            "lib/server/operators/{guess-keeper,known-addresses,operators,reset-password,session-store}.test.ts",
            "lib/server/rollout/{applies,killed}.test.ts",
            "lib/server/config-file/**/{config-file,identity,history,raw-text,events,concurrency,crash,fault}.test.ts",
          ],
          // Of these, tests that open no database, or only SQLite.
          exclude: [
            "lib/server/db/{kept,patience,unavailable}.test.ts",
            "lib/server/instance/local/{names,permissions,snowflake-sequence,tokens}.test.ts",
          ],
          globalSetup: "e2e/support/postgres-for-unit-tests.ts",
        },
      },
    ],
    experimental: { fsModuleCache: true, fsModuleCachePath: compiled },
    isolate: false,
    setupFiles: "testing/clean-process.ts",
    // Otherwise one would be generated in the developer's data folder.
    env: { NEXTAUTH_SECRET: "a secret that all unit tests share" },
    testTimeout: 30_000,
    // As in `playwright.config.ts`: a second attempt where a run covers much more than one test. Flaky tests are
    // listed.
    retry: process.env.CI ? 1 : 0,
    // Test files start processes and servers of their own. Two cores run two files, or one in parallel with
    // browser tests (`npm test`).
    maxWorkers: Number(process.env.UNIT_WORKERS ?? 2),
  },
});
