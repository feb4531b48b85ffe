import { defineConfig } from "@playwright/test";
import type { DatabaseOption } from "./e2e/support/instance";

/*
 * The journeys run against the production build. Every spec starts panels of its own (`e2e/support/panel.ts`), each with
 * its own data folder, configuration file and port, so that specs do not know of each other.
 */
export default defineConfig<object, DatabaseOption>({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A second attempt in CI only, and it is listed as flaky: whoever reads the log finds the race; nobody loses a landing.
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
    { name: "api", testDir: "e2e/api" },
    { name: "api-postgres", testDir: "e2e/api", use: { database: "postgres" } },
    { name: "panel-api", testDir: "e2e/panel-api" },
    // What the panel's own API keeps in the database: versions and what was undone.
    { name: "panel-api-postgres", testDir: "e2e/panel-api", grep: /@stored/, use: { database: "postgres" } },
    { name: "journeys", testDir: "e2e/journeys" },
  ],
});
