import { BroadcastChannel } from "node:worker_threads";
import { collectTests, getFn, startTests } from "@vitest/runner";
import { configureGlobal } from "fast-check";
import { TestRunner } from "vitest";

/** The changed code reads the active mutant from this object and counts hits in it. */
const stryker = (globalThis.__stryker__ ??= {});
/** The changed code keeps a reference to this object, so the object must not be replaced. */
const coverage = (stryker.mutantCoverage ??= { static: {}, perTest: {} });

/** Tests may replace the clock later. */
const now = performance.now.bind(performance);
const TICK_MS = 20;
/** A test that waits for an event that the change prevents fails after this time (ms), and its usual time tenfold. */
const WAITING_MS = 2_000;
const SLOWER = 10;

/** Turns of the timer. They pass slowly in a process that the machine seldom runs, so a busy machine stops no test. */
let ticks = 0;
const watchers = new Set();
setInterval(() => {
  ticks += 1;
  for (const watch of watchers) watch();
}, TICK_MS);

/**
 * Runs in a worker process of Vitest and never finishes its first file. Instead, the worker runs the test
 * files that `test-runner.mjs` requests, any number of times. The modules of the product stay loaded, because
 * loading them takes most of a test file's time.
 */
export default class MutationWorker extends TestRunner {
  #loaded = new Set();
  #request = {};
  #isPast = false;
  #failed;
  #times = {};

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

  /**
   * `only`: the names of the tests to run, or all. `until`: the last test to run. `usual`: the times (ms) of the tests
   * without a change. `isRecorded`: whether to note which changes each test reaches.
   */
  async #answer(request) {
    const { file, mutant, hitLimit, isRecorded } = request;
    stryker.activeMutant = undefined;
    stryker.currentTestId = undefined;
    // Loads the file once before its first run, because code that runs while a module loads belongs to no test.
    if (!this.#loaded.has(file)) await collectTests([file], this);
    this.#loaded.add(file);
    this.#forget(file);
    this.#request = request;
    this.#isPast = false;
    this.#failed = undefined;
    this.#times = {};
    coverage.perTest = {};
    stryker.currentTestId = file;
    stryker.hitCount = 0;
    stryker.hitLimit = hitLimit;
    stryker.activeMutant = mutant;
    const [result] = await startTests([file], this);
    stryker.activeMutant = undefined;
    const failed = this.#failed ?? (result.result?.state === "fail" ? fault("", result) : undefined);
    return {
      failed,
      hits: stryker.hitCount,
      ...(isRecorded && { coverage: structuredClone(coverage), times: this.#times }),
    };
  }

  #forget(file) {
    const { evaluatedModules } = this.workerState;
    for (const loaded of evaluatedModules.fileToModulesMap.get(file) ?? [])
      evaluatedModules.invalidateModule(loaded);
  }

  async onBeforeRunTask(test) {
    const { only, until, isRecorded } = this.#request;
    if (this.#failed || this.#isPast || only?.includes(test.fullName) === false) test.mode = "skip";
    else if (test.fullName === until) this.#isPast = true;
    if (isRecorded && test.mode !== "skip" && test.mode !== "todo") stryker.currentTestId = test.fullName;
    this.started = now();
    await super.onBeforeRunTask(test);
  }

  /** Runs a test until its time is over. Hooks have the usual timeout. */
  async runTask(test) {
    const usual = this.#request.usual?.[test.fullName];
    if (usual === undefined) return getFn(test)();
    const last = ticks + (WAITING_MS + SLOWER * usual) / TICK_MS;
    let watch;
    const limit = new Promise((_, reject) => {
      watch = () =>
        ticks > last && reject(new Error(`It takes longer than its usual ${Math.round(usual)} ms.`));
      watchers.add(watch);
    });
    await Promise.race([getFn(test)(), limit]).finally(() => watchers.delete(watch));
  }

  onAfterRunTask(test) {
    if (test.result?.state === "fail") this.#failed ??= fault(test.fullName, test);
    this.#times[test.fullName] = now() - this.started;
    stryker.currentTestId = this.#request.file;
    super.onAfterRunTask(test);
  }
}

const fault = (test, { result }) => ({ test, message: result.errors?.[0]?.message ?? "failed" });
