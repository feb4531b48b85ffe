/**
 * `npm run mutate -- [files]` (scripts/mutate.mjs): changes the code piece by piece and runs the unit tests that reach it. A
 * change that no test notices is listed. Browser tests are not run: they take minutes each time.
 */
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "vitest.mutate.config.ts" },
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, reportTests: false, reportMutants: true },
  // Texts are judged by their readers, and a removed class name by screenshots.
  mutator: { excludedMutations: ["StringLiteral"] },
  ignoreStatic: true,
  tempDirName: ".stryker",
  concurrency: 1,
  allowEmpty: true,
};
