import { BroadcastChannel } from "node:worker_threads";
import { collectTests, startTests } from "@vitest/runner";
import { TestRunner } from "vitest";

/** Stryker's changed code reads and counts here. */
const stryker = (globalThis.__stryker__ ??= {});
/** Code that was changed holds on to this object. */
const coverage = (stryker.mutantCoverage ??= { static: {}, perTest: {} });

/**
 * Runs in a worker of vitest. It never gets to the end of the file that vitest gave it: it runs the test files that
 * `test-runner.mjs` asks for, one after the other, as often as asked. The modules of the product stay loaded, which is most
 * of a test file's time.
 */
export default class MutationWorker extends TestRunner {
  #loaded = new Set();
  #stopAfter;
  #failed;

  async onBeforeCollect() {
    if (this.channel) return;
    // Vitest shows nothing of these runs.
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
    // What a module does while it loads belongs to no test, and happens only once.
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

  /** A test that fails need not wait for as long as one that may be slow. */
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
