/**
 * Settings of `npm run mutate -- [files]` (scripts/mutate.mjs). This command changes the code piece by piece
 * and runs the unit tests that reach each change. It lists the changes that no test notices. It does not run
 * browser tests, tests that start processes, or tests that mock modules.
 */
export default {
  testRunner: "files",
  plugins: ["./testing/mutation/test-runner.mjs"],
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, reportTests: false, reportMutants: true },
  // Does not mutate string literals. Reviewers notice wrong texts, and screenshots show missing class names.
  mutator: { excludedMutations: ["StringLiteral"] },
  // Code that runs while a module loads cannot be changed, because the test process has already loaded the module.
  ignoreStatic: true,
  // Some tests run until this limit, because they wait for an event that the change prevents.
  timeoutMS: 20_000,
  // The first run of all unit tests takes five minutes on a busy machine.
  dryRunTimeoutMinutes: 20,
  tempDirName: ".stryker",
  concurrency: 1,
  allowEmpty: true,
};
