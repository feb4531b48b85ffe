import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import { DryRunStatus, MutantRunStatus, TestStatus } from "@stryker-mutator/api/test-runner";
import { createVitest } from "vitest/node";

/**
 * Time limit (ms) per mutant for test files outside the changed file's module area (`rooms` in
 * oxlint.config.mjs). The fastest files run first.
 */
const ELSEWHERE_MS = 3_000;

/**
 * Stryker stops a change that is reached a hundred times as often as the original code. With tests that reach it a
 * million times, this would take minutes.
 */
const SOONER = 20;

/** Returns the module area of a file, such as `lib/server/monitor` or `components/settings`. */
function roomOf(file) {
  const [zone, ...folders] = relative(process.cwd(), file).split("/");
  return [zone, ...folders.slice(0, zone === "components" ? 1 : 2)].join("/");
}

/** Returns the files that a test file imports by name, without extensions. */
function importsOf(test) {
  const names = [...readFileSync(test, "utf8").matchAll(/(?:\bfrom|\bimport\() ?"((?:@|\.\.?)\/[^"]+)"/g)];
  return names.map(([, name]) =>
    name.startsWith("@/") ? resolve(name.slice(2)) : resolve(dirname(test), name),
  );
}

/**
 * Returns the tests that should notice a change of these files: all tests of the files' module areas, and tests
 * elsewhere that import one of the files itself, not only the index of its folder. Running each test that reaches a file would take minutes before the first
 * change. `MUTATE_TESTS` lists further files or folders of tests.
 */
function testsNear(files, tests) {
  const rooms = new Set(files.map(roomOf));
  const modules = new Set(files.map((file) => file.replace(/\.tsx?$/, "")));
  const further = process.env.MUTATE_TESTS?.split(",").filter(Boolean) ?? [];
  return tests.filter(
    (test) =>
      rooms.has(roomOf(test)) ||
      further.some((name) => relative(process.cwd(), test).startsWith(name)) ||
      importsOf(test).some((module) => modules.has(module)),
  );
}

/**
 * Runs Vitest with one worker process, which runs test files on request (`worker.mjs`). Each environment has one
 * `Worker`.
 */
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
    // The worker sends a message when Vitest has started it.
    await new Promise((resolve) => {
      this.channel.onmessage = resolve;
    });
    return vitest;
  }
}

/**
 * Runs each test file in a process that has already loaded the code. Stryker sees each test file as one test,
 * because the tests of a file may depend on earlier tests. Stryker's own runner for Vitest is not used,
 * because it misses some failures, and takes seconds to start Vitest for each change.
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

  async #testsOf(files) {
    const vitest = await createVitest("test", { config: "vitest.mutate.config.ts", watch: false });
    const found = await vitest.globTestSpecifications();
    await vitest.close();
    return testsNear(
      files,
      found.map(({ moduleId }) => moduleId),
    );
  }

  async dryRun({ files }) {
    this.#isFresh = false;
    const tests = [];
    const mutantCoverage = { static: {}, perTest: {} };
    for (const file of await this.#testsOf(files)) {
      const first = await this.#run({ file });
      const loading = first.coverage.perTest[file] ?? {};
      const { failed = first.failed, coverage } = await this.#run({ file });
      if (failed) {
        this.log.warn(
          `Left out, because it fails or cannot run twice: ${file}: ${failed.test}: ${failed.message}`,
        );
        continue;
      }
      const reached = coverage.perTest[file] ?? {};
      // Each test file runs twice. Modules that the test imports dynamically are loaded only in the first run. So code
      // that only the first run reaches runs while a module is loading, and counts as static.
      const loaded = Object.entries(loading).filter(([mutant]) => !(mutant in reached));
      for (const [mutant, hits] of [...loaded, ...Object.entries(coverage.static)])
        mutantCoverage.static[mutant] = Math.max(hits, mutantCoverage.static[mutant] ?? 0);
      mutantCoverage.perTest[file] = reached;
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

  async mutantRun({ activeMutant, sandboxFileName, testFilter, hitLimit: limit }) {
    const hitLimit = limit && Math.ceil(limit / SOONER);
    let nrOfTests = 0;
    for (const file of this.#ordered(testFilter ?? [], sandboxFileName)) {
      const isFresh = this.#isFresh;
      this.#isFresh = false;
      const { failed, hits } = await this.#run({ file, mutant: activeMutant.id, hitLimit });
      nrOfTests += 1;
      if (hitLimit !== undefined && hits > hitLimit)
        return { status: MutantRunStatus.Timeout, reason: "endless" };
      if (!failed) continue;
      // An earlier change in this process may have caused the failure. If the test fails again, the process ends, and
      // Stryker tries once more in a new process.
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
