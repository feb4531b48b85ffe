import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import { DryRunStatus, MutantRunStatus, TestStatus } from "@stryker-mutator/api/test-runner";
import { createVitest } from "vitest/node";

/** Time limit (ms) per mutant for test files outside the room of the changed file. The fastest files run first. */
const ELSEWHERE_MS = 3_000;

/** `lib/server/monitor`, `components/settings`. */
function roomOf(file) {
  const [zone, ...folders] = relative(process.cwd(), file).split("/");
  return [zone, ...folders.slice(0, zone === "components" ? 1 : 2)].join("/");
}

/** Vitest with one worker that runs files on request (`worker.mjs`). There is one of it per environment. */
class Worker {
  constructor(environment) {
    this.channel = new BroadcastChannel(`mutation-${process.pid}-${environment}`);
  }

  async run(request) {
    this.vitest ??= await this.#start(request.file);
    const answered = new Promise((resolve) => (this.channel.onmessage = ({ data }) => resolve(data)));
    this.channel.postMessage(request);
    return answered;
  }

  async #start(file) {
    const vitest = await createVitest("test", {
      config: "vitest.mutate.config.ts",
      watch: false,
      reporters: [{}],
      onConsoleLog: () => false,
    });
    vitest.provide("channel", this.channel.name);
    void vitest.start([file]);
    // The worker listens once vitest has started it.
    await new Promise((resolve) => {
      this.channel.onmessage = resolve;
    });
    return vitest;
  }
}

/**
 * Stryker's runner for vitest starts vitest for each change, which takes seconds, and counts some changes as survived that
 * tests notice. This one runs each test file in a process that has loaded the code already. A test of Stryker is a
 * whole file here, because later tests of a file may build on earlier ones.
 */
class TestRunner {
  static inject = tokens(commonTokens.logger);
  #workers = new Map();
  #isFresh = true;
  #times = new Map();

  constructor(log) {
    this.log = log;
  }

  capabilities() {
    return { reloadEnvironment: false };
  }

  async #run(request) {
    const environment = /@vitest-environment (\w+)/.exec(readFileSync(request.file, "utf8"))?.[1] ?? "node";
    if (!this.#workers.has(environment)) this.#workers.set(environment, new Worker(environment));
    const started = performance.now();
    const result = await this.#workers.get(environment).run(request);
    if (!result.failed) this.#times.set(request.file, performance.now() - started);
    return result;
  }

  async #related(files) {
    const vitest = await createVitest("test", {
      config: "vitest.mutate.config.ts",
      related: files,
      watch: false,
    });
    const found = await vitest.getRelevantTestSpecifications();
    await vitest.close();
    return found.map(({ moduleId }) => moduleId);
  }

  async dryRun({ files }) {
    this.#isFresh = false;
    const tests = [];
    const mutantCoverage = { static: {}, perTest: {} };
    for (const file of await this.#related(files)) {
      const first = await this.#run({ file });
      const { failed = first.failed, coverage } = await this.#run({ file });
      if (failed) {
        this.log.warn(
          `Left out, because it fails or cannot run twice: ${file}: ${failed.test}: ${failed.message}`,
        );
        continue;
      }
      for (const [mutant, hits] of Object.entries(coverage.static))
        mutantCoverage.static[mutant] = Math.max(hits, mutantCoverage.static[mutant] ?? 0);
      mutantCoverage.perTest[file] = coverage.perTest[file] ?? {};
      tests.push({
        id: file,
        name: relative(process.cwd(), file),
        fileName: file,
        timeSpentMs: this.#times.get(file),
        status: TestStatus.Success,
      });
    }
    return { status: DryRunStatus.Complete, tests, mutantCoverage };
  }

  async mutantRun({ activeMutant, sandboxFileName, testFilter, hitLimit }) {
    let nrOfTests = 0;
    for (const file of this.#ordered(testFilter ?? [], sandboxFileName)) {
      const isFresh = this.#isFresh;
      this.#isFresh = false;
      const { failed, hits } = await this.#run({ file, mutant: activeMutant.id, hitLimit });
      nrOfTests += 1;
      if (hitLimit !== undefined && hits > hitLimit)
        return { status: MutantRunStatus.Timeout, reason: "endless" };
      if (!failed) continue;
      // An earlier change may have left something behind that fails this test. Stryker tries once more in a new process.
      if (!isFresh && (await this.#run({ file, stopAfter: failed.test })).failed) process.exit(1);
      const failureMessage = `${failed.test}: ${failed.message}`;
      return { status: MutantRunStatus.Killed, killedBy: [file], failureMessage, nrOfTests };
    }
    return { status: MutantRunStatus.Survived, nrOfTests };
  }

  #ordered(files, changed) {
    const timeOf = (file) => this.#times.get(file) ?? 0;
    const sorted = files.toSorted((a, b) => timeOf(a) - timeOf(b));
    const room = roomOf(changed);
    let left = ELSEWHERE_MS;
    return [
      ...sorted.filter((file) => roomOf(file) === room),
      ...sorted.filter((file) => roomOf(file) !== room && (left -= timeOf(file)) > 0),
    ];
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "files", TestRunner)];
