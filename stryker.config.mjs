/**
 * `npm run mutate -- [files]` (scripts/mutate.mjs): changes the code piece by piece and runs the unit tests that
 * reach it. Lists changes that no test notices. Browser tests are not run, because they take minutes.
 */
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "vitest.mutate.config.ts" },
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, reportTests: false, reportMutants: true },
  // Readers review texts, and screenshots show removed class names.
  mutator: { excludedMutations: ["StringLiteral"] },
  ignoreStatic: true,
  tempDirName: ".stryker",
  concurrency: 1,
  allowEmpty: true,
};
