import { defineConfig } from "@playwright/test";
import type { DatabaseOption } from "./e2e/support/instance";

const WAITING = "{node-versions/journey,panel-api/data-folder,journeys/apply-and-watch}.spec.ts";

/*
 * All run against the production build. A panel of a test has a data folder, a configuration file and a port of its own
 * (`e2e/support/panel.ts`). Journeys share one per worker and find it with the file that they ask for
 * (`e2e/support/journey.ts`); what has to start, end or keep a panel starts its own.
 */
export default defineConfig<object, DatabaseOption>({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A flaky test has found a race or contains one, so it fails. In CI, where a run decides about much more than
  // one test, it has a second attempt, and the run ends with the list of those that were flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"]],
  use: {
    // Recording costs two cores more time than the pages do; `--trace on` records when a failure has to be seen.
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
    // What waits most of its time, for downloads, disks, locks and processes: the first, while the unit tests keep the
    // machine busy.
    { name: "waiting", testMatch: WAITING, workers: 1 },
    // These two run in parallel with one worker each. A second worker would start its own panel and PostgreSQL on a
    // machine that is already busy.
    {
      name: "api-postgres",
      testMatch: "{api,panel-api}/*.spec.ts",
      // Of the panel's own API what is about rows: versions, the audit, names. In SQLite, journeys and unit tests do
      // the same.
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
    // The last, because its many files leave no worker idle at the end.
    { name: "journeys", testMatch: "journeys/*.spec.ts", testIgnore: WAITING },
  ],
});
