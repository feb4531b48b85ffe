import { defineConfig } from "@playwright/test";
import type { DatabaseOption } from "./e2e/support/instance";

const WAITING = "{panel-api/data-folder,journeys/apply-and-watch}.spec.ts";
/** Tests of commands, restarts, killed processes and huge files, which only `npm run test:rare` runs. */
const RARE =
  "{api/{database-away,provision,restarts,restored},panel-api/config-command,journeys/long-list}.spec.ts";
/** Tests of the instance API, and those of the panel API that depend on stored rows: versions, the audit log, names. */
const ROWS = / api\/(?!.*@any-database)| panel-api\/.*@stored/;

/*
 * All tests run against the production build. Each panel has its own data folder, configuration file and port
 * (`e2e/support/panel.ts`). Journeys share one panel per worker, which gets the requested file before each
 * journey (`e2e/support/journey.ts`). Tests that start, stop or permanently change a panel use their own
 * panel.
 */
export default defineConfig<object, DatabaseOption>({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Two workers would leave the processors idle for a third of the time, in which tests wait.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // Locally, failed tests are not retried, because a flaky test means a race in the product or in the test.
  // CI retries once, because it runs many more tests at once, and lists the flaky tests at the end.
  retries: process.env.CI ? 1 : 0,
  // `npm test -- --times` lists the files that take the most processor time.
  reporter: [["list"], ...(process.env.TEST_TIMES ? [["./testing/times/browser-reporter.ts"] as const] : [])],
  use: {
    // On two cores, recording takes more time than the pages themselves. Use `--trace on` to record a failing test.
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
    // Tests that mostly wait for downloads, disks, locks and processes. They run first, while the unit tests use the
    // processor.
    { name: "waiting", testMatch: WAITING, workers: 1 },
    // The next two projects run in parallel with one worker each. Each additional worker would start another
    // panel and PostgreSQL on a machine that is already busy.
    {
      name: "api-postgres",
      testMatch: "{api,panel-api}/*.spec.ts",
      testIgnore: RARE,
      // With SQLite, journeys and unit tests cover these rows.
      grep: ROWS,
      use: { database: "postgres" },
      workers: 1,
    },
    {
      name: "api",
      testMatch: "{api,panel-api}/*.spec.ts",
      testIgnore: [WAITING, RARE],
      grep: / api\/.*@any-database| panel-api\/(?!.*@stored)/,
      workers: 1,
    },
    // This project runs last, because its many files keep all workers busy until the end.
    { name: "journeys", testMatch: "journeys/*.spec.ts", testIgnore: [WAITING, RARE] },
    // `npm run test:shipping` runs these tests, which need a release and every supported Node; the rare tests; and again
    // with SQLite, in both modes or for every page what `npm test` tries once.
    ...(process.env.SHIPPING
      ? [
          { name: "shipping", testMatch: "{shipping,node-versions}/*.spec.ts", workers: 1 },
          { name: "rare", testMatch: ["api/*.spec.ts", RARE], workers: 1 },
          {
            name: "rare-postgres",
            testMatch: RARE,
            grep: ROWS,
            use: { database: "postgres" as const },
            workers: 1,
          },
          {
            name: "thorough",
            testMatch: "journeys/{bots,every-page,guilds,invite,operator-token,users,wizard}.spec.ts",
            workers: 1,
          },
        ]
      : []),
  ],
});
