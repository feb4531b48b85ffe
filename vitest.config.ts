import { readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

/**
 * Slow tests: they start processes or write to the disk many times. `npm run check` skips these
 * tests.
 */
const disk = [
  "lib/server/config-file/concurrency.test.ts",
  ...["attributes", "fault", "reader"].map((name) => `lib/server/config-file/disk/${name}.test.ts`),
  "lib/server/audit/audit.test.ts",
];

/**
 * Tests that kill or restart processes again and again, make system calls fail, mount file systems, or start Git, a message
 * broker or the instance's stand-in. Only `npm run test:rare` runs these
 * tests. `apply-and-watch.spec.ts` runs applies with real processes in `npm test`.
 */
const rare = [
  "lib/server/config-file/disk/{crash,mounts,system-calls}.test.ts",
  "lib/server/apply/{by-broker,drive,judged,killed,planned,resumed}.test.ts",
  "lib/server/panel/git-mirror.test.ts",
  "lib/server/reload/rabbitmq.test.ts",
  "testing/running-instance/strict.test.ts",
];

/**
 * Whether a test file needs a separate process: it mocks a module or sets an environment variable by hand,
 * which affects all later tests in the same process. Other test files can request a separate process with the
 * comment in this pattern.
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
const notTogether = [...configDefaults.exclude, ...disk, ...rare, ...alone];

/**
 * The folder in which the projects of this run share compiled modules. The cache lasts for only one run, because it
 * would not notice that an import resolves to a different file.
 */
const compiled = join(tmpdir(), `vitest-${process.pid}`);
process.once("exit", () => rmSync(compiled, { recursive: true, force: true }));

export default defineConfig({
  resolve: {
    alias: {
      "@": root.replace(/\/$/, ""),
      // Turns off the guard that keeps server modules out of the browser. Test processes load modules of both kinds.
      "server-only": fileURLToPath(new URL("node_modules/server-only/empty.js", import.meta.url)),
    },
  },
  test: {
    // A test that stores rows runs once with each type of database. Every other test runs once.
    projects: [
      // Loading the same modules again would take most of a file's time, so test files share processes if they can.
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{lib,components,scripts,testing}/**/*.test.ts"],
          exclude: notTogether,
        },
      },
      // Component tests are a separate project, because a process is reused only for files with the same environment.
      {
        extends: true,
        test: { name: "unit-browser", include: ["components/**/*.test.tsx"], exclude: notTogether },
      },
      {
        extends: true,
        test: { name: "unit-alone", include: alone, exclude: [...disk, ...rare], isolate: true },
      },
      { extends: true, test: { name: "disk", include: disk } },
      { extends: true, test: { name: "rare", include: rare } },
      {
        extends: true,
        test: {
          name: "postgres",
          include: [
            "lib/server/{db,audit,instance/local}/*.test.ts",
            "lib/server/monitor/{*.test.ts,notify/*.test.ts}",
            "lib/server/operators/{caller,guesses,operators,reset,session-store}.test.ts",
            "lib/server/apply/{views,killed}.test.ts",
            "lib/server/panel/doctor/*.test.ts",
            "lib/server/config-file/**/{config-file,identity,history,raw-text,events,concurrency,crash,fault}.test.ts",
          ],
          // Files in the folders above that open no database, or only SQLite.
          exclude: [
            "lib/server/db/{sqlite,sqlite-dialect,unavailable}.test.ts",
            "lib/server/instance/local/{names,members,tokens}.test.ts",
          ],
          globalSetup: "e2e/support/postgres-for-unit-tests.ts",
        },
      },
    ],
    experimental: { fsModuleCache: true, fsModuleCachePath: compiled },
    isolate: false,
    setupFiles: "testing/clean-process.ts",
    // Without these variables, the tests would create secrets in the developer's data folder.
    env: {
      NEXTAUTH_SECRET: "a secret that all unit tests share",
      AUDIT_KEY: "an audit key that all unit tests share",
    },
    testTimeout: 60_000,
    // In CI, a failed test gets a second attempt, as in `playwright.config.ts`. Flaky tests are listed.
    retry: process.env.CI ? 1 : 0,
    // Two workers suit two cores, because test files start processes and servers.
    maxWorkers: 2,
  },
});
