import { BroadcastChannel } from "node:worker_threads";
import { collectTests, startTests } from "@vitest/runner";
import { configureGlobal } from "fast-check";
import { TestRunner } from "vitest";

/** The changed code reads the active mutant from this object and counts hits in it. */
const stryker = (globalThis.__stryker__ ??= {});
/** The changed code keeps a reference to this object, so the object must not be replaced. */
const coverage = (stryker.mutantCoverage ??= { static: {}, perTest: {} });

/**
 * Runs in a worker process of Vitest and never finishes its first file. Instead, the worker runs the test
 * files that `test-runner.mjs` requests, any number of times. The modules of the product stay loaded, because
 * loading them takes most of a test file's time.
 */
export default class MutationWorker extends TestRunner {
  #loaded = new Set();
  #stopAfter;
  #failed;

  async onBeforeCollect() {
    if (this.channel) return;
    // A failure suffices. Looking for a shorter example could take minutes.
    configureGlobal({ endOnFailure: true });
    // Prevents Vitest from reporting the test runs of this worker.
    this.onCollected = undefined;
    this.onTaskUpdate = undefined;
    this.channel = new BroadcastChannel(this.injectValue("channel"));
    await new Promise(() => {
      this.channel.onmessage = async ({ data }) => this.channel.postMessage(await this.#answer(data));
      this.channel.postMessage("ready");
    });
  }

  async #answer({ file, mutant, hitLimit, stopAfter }) {
    stryker.activeMutant = undefined;
    stryker.currentTestId = undefined;
    // Loads the file once before its first run, because code that runs while a module loads belongs to no test.
    if (!this.#loaded.has(file)) await collectTests([file], this);
    this.#loaded.add(file);
    this.#forget(file);
    this.#stopAfter = stopAfter;
    this.#failed = undefined;
    coverage.perTest[file] = undefined;
    stryker.currentTestId = file;
    stryker.hitCount = 0;
    stryker.hitLimit = hitLimit;
    stryker.activeMutant = mutant;
    const [result] = await startTests([file], this);
    stryker.activeMutant = undefined;
    const failed = this.#failed ?? (result.result?.state === "fail" ? fault("", result) : undefined);
    return { failed, hits: stryker.hitCount, coverage };
  }

  #forget(file) {
    const { evaluatedModules } = this.workerState;
    for (const loaded of evaluatedModules.fileToModulesMap.get(file) ?? [])
      evaluatedModules.invalidateModule(loaded);
  }

  /** Shortens the timeout of component tests, so that a failing test ends sooner. */
  async onBeforeRunFiles() {
    if (typeof document === "undefined") return;
    const { configure } = await import("@testing-library/dom");
    configure({ asyncUtilTimeout: 3_000 });
  }

  async onBeforeRunTask(test) {
    if (this.#failed || this.#stopAfter === "reached") test.mode = "skip";
    else if (test.fullName === this.#stopAfter) this.#stopAfter = "reached";
    await super.onBeforeRunTask(test);
  }

  onAfterRunTask(test) {
    if (test.result?.state === "fail") this.#failed ??= fault(test.fullName, test);
    super.onAfterRunTask(test);
  }
}

const fault = (test, { result }) => ({ test, message: result.errors?.[0]?.message ?? "failed" });
