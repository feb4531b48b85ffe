/**
 * Settings of `npm run mutate -- [files]` (scripts/mutate.mjs). This command changes the code piece by piece, runs the
 * unit tests near each change, and lists the changes that no test notices (docs/testing.md). It does not run browser
 * tests, tests that start processes, or tests that mock modules.
 */
export default {
  testRunner: "files",
  checkers: ["types"],
  plugins: ["./testing/mutation/test-runner.mjs", "./testing/mutation/type-checker.mjs"],
  reporters: ["clear-text", "progress-append-only", "json"],
  jsonReporter: { fileName: "test-results/mutation.json" },
  clearTextReporter: { allowColor: false, reportTests: false, reportMutants: true },
  // Does not mutate string literals. Reviewers notice wrong texts, and screenshots show missing class names.
  mutator: { excludedMutations: ["StringLiteral"] },
  // Code that runs while a module loads cannot be changed, because the test process has already loaded the module.
  ignoreStatic: true,
  // Some tests run until this limit, because they wait for an event that the change prevents.
  timeoutMS: 40_000,
  // The first run of the tests takes minutes on a busy machine.
  dryRunTimeoutMinutes: 20,
  tempDirName: ".stryker",
  concurrency: 1,
  allowEmpty: true,
};
