import { defineConfig } from "@playwright/test";
import type { DatabaseOption } from "./e2e/support/instance";

const WAITING = "{node-versions/journey,panel-api/data-folder,journeys/apply-and-watch}.spec.ts";

/*
 * All tests run against the production build. A test's panel has a separate data folder, configuration file and
 * port (`e2e/support/panel.ts`). Journeys share one panel per worker, which gets the file that each journey asks
 * for (`e2e/support/journey.ts`). Tests that start, stop or change a panel permanently start their own.
 */
export default defineConfig<object, DatabaseOption>({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A flaky test has found a race or contains one, so it fails. In CI, where a run covers much more than one test,
  // it gets a second attempt, and the run ends with a list of flaky tests.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"]],
  use: {
    // On two cores, recording takes more time than the pages. Use `--trace on` to record a failure.
    trace: "off",
    screenshot: "only-on-failure",
    locale: "en-GB",
    timezoneId: "UTC",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    // Tests that mostly wait for downloads, disks, locks and processes. They run first, while the unit tests keep
    // the machine busy.
    { name: "waiting", testMatch: WAITING, workers: 1 },
    // These two run in parallel with one worker each. A second worker would start its own panel and PostgreSQL on a
    // machine that is already busy.
    {
      name: "api-postgres",
      testMatch: "{api,panel-api}/*.spec.ts",
      // The panel API's tests that depend on rows: versions, the audit log, names. For SQLite, journeys and unit
      // tests cover the same.
      grep: / api\/(?!.*@any-database)| panel-api\/.*@stored/,
      use: { database: "postgres" },
      workers: 1,
    },
    {
      name: "api",
      testMatch: "{api,panel-api}/*.spec.ts",
      testIgnore: WAITING,
      grepInvert: / panel-api\/.*@stored/,
      workers: 1,
    },
    // Runs last, because its many files leave no worker idle at the end.
    { name: "journeys", testMatch: "journeys/*.spec.ts", testIgnore: WAITING },
  ],
});
