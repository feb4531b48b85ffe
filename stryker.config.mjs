/**
 * Settings of `npm run mutate -- [files]` (scripts/mutate.mjs), which changes the code piece by piece, runs the unit
 * tests that reach each change, and lists the changes that no test notices. Browser tests, tests that start processes
 * and tests that mock modules are not run.
 */
export default {
  testRunner: "files",
  plugins: ["./testing/mutation/test-runner.mjs"],
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, reportTests: false, reportMutants: true },
  // Changed texts are found by readers, and missing class names on screenshots.
  mutator: { excludedMutations: ["StringLiteral"] },
  // Code that runs while a module loads cannot be changed, because the test process has already loaded the module.
  ignoreStatic: true,
  // Some tests run until this limit, because they wait for an event that the change prevents.
  timeoutMS: 20_000,
  tempDirName: ".stryker",
  concurrency: 1,
  allowEmpty: true,
};
