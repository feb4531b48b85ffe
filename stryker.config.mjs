/**
 * `npm run mutate -- [files]` (scripts/mutate.mjs): changes the code piece by piece and runs the unit tests that
 * reach it. Lists changes that no test notices. Browser tests and tests that start processes or mock modules are not run.
 */
export default {
  testRunner: "files",
  plugins: ["./testing/mutation/test-runner.mjs"],
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, reportTests: false, reportMutants: true },
  // Readers review texts, and screenshots show removed class names.
  mutator: { excludedMutations: ["StringLiteral"] },
  // What a module does once, while it loads, cannot be changed in a process that has loaded it.
  ignoreStatic: true,
  // For tests that wait for what a change prevents.
  timeoutMS: 20_000,
  tempDirName: ".stryker",
  concurrency: 1,
  allowEmpty: true,
};
