import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { BroadcastChannel } from "node:worker_threads";
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import { DryRunStatus, MutantRunStatus, TestStatus } from "@stryker-mutator/api/test-runner";
import { createVitest } from "vitest/node";

/**
 * Processor time (ms) of the tests per change. Most changes that these tests do not notice, slower tests do not notice
 * either, and such changes take most of the time of a run.
 */
const MOST_MS = Number(process.env.MUTATE_MS ?? 600);

/** How often a test may fail before it runs once more without a change, to see that no earlier change broke it. */
const TRUSTED = 4;

/**
 * Stryker stops a change that is reached a hundred times as often as the original code. With tests that reach it a
 * million times, this would take minutes.
 */
const SOONER = 20;

/** What the first runs found out about each test file, for this process and those that replace it. */
const NOTES = "mutation-notes.json";

const named = process.env.MUTATE_TESTS?.split(",").filter(Boolean) ?? [];

/** Whether `--tests` names the file itself. Its tests run in any case. */
const isNamed = (test) => named.includes(relative(process.cwd(), test));

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
  return tests.filter(
    (test) =>
      rooms.has(roomOf(test)) ||
      named.some((name) => relative(process.cwd(), test).startsWith(name)) ||
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

/** @typedef {{ outside: string[]; tests: Record<string, string[]>; times: Record<string, number>; time: number }} Notes
 * `outside`: the changes that hooks of the file reach; `tests`: those that each test reaches */

/**
 * Runs each test file in a process that has already loaded the code, and of the file only those tests that reach the
 * change. Stryker sees each test file as one test. Stryker's own runner for Vitest is not used, because it misses
 * some failures, and takes seconds to start Vitest for each change.
 */
class TestRunner {
  static inject = tokens(commonTokens.logger);
  #workers = new Map();
  /** Whether this process has run no change yet. */
  #isFresh = true;
  /** @type {Record<string, Notes>} */
  #notes = existsSync(NOTES) ? JSON.parse(readFileSync(NOTES, "utf8")) : {};
  /** Test files whose tests fail without earlier tests. */
  #together = new Set();
  /** How many changes each test file has noticed. */
  #noticed = {};
  /** How often each test has failed since it last ran without a change. */
  #failures = {};

  constructor(log) {
    this.log = log;
  }

  capabilities() {
    return { reloadEnvironment: false };
  }

  async #run(request) {
    const environment = /@vitest-environment (\w+)/.exec(readFileSync(request.file, "utf8"))?.[1] ?? "node";
    if (!this.#workers.has(environment)) this.#workers.set(environment, new Worker(environment));
    return this.#workers.get(environment).run(request);
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
      const first = await this.#run({ file, isRecorded: true });
      const used = process.cpuUsage();
      const { failed = first.failed, coverage, times } = await this.#run({ file, isRecorded: true });
      if (failed) {
        this.log.warn(
          `Left out, because it fails or cannot run twice: ${file}: ${failed.test}: ${failed.message}`,
        );
        continue;
      }
      const reached = sumOf(coverage.perTest);
      // Each test file runs twice. Modules that the test imports dynamically are loaded only in the first run. So code
      // that only the first run reaches runs while a module is loading, and counts as static.
      const loaded = Object.entries(sumOf(first.coverage.perTest)).filter(([mutant]) => !(mutant in reached));
      for (const [mutant, hits] of [...loaded, ...Object.entries(coverage.static)])
        mutantCoverage.static[mutant] = Math.max(hits, mutantCoverage.static[mutant] ?? 0);
      mutantCoverage.perTest[file] = reached;
      const { user, system } = process.cpuUsage(used);
      const time = (user + system) / 1000;
      const { [file]: outside = {}, ...perTest } = coverage.perTest;
      const named = Object.entries(perTest).map(([name, mutants]) => [name, Object.keys(mutants)]);
      this.#notes[file] = { outside: Object.keys(outside), tests: Object.fromEntries(named), times, time };
      tests.push({
        id: file,
        name: relative(process.cwd(), file),
        fileName: file,
        timeSpentMs: time,
        status: TestStatus.Success,
      });
    }
    writeFileSync(NOTES, JSON.stringify(this.#notes));
    return { status: DryRunStatus.Complete, tests, mutantCoverage };
  }

  async mutantRun({ activeMutant, sandboxFileName, testFilter, hitLimit: limit }) {
    const hitLimit = limit && Math.ceil(limit / SOONER);
    let nrOfTests = 0;
    const isFirst = this.#isFresh;
    this.#isFresh = false;
    for (const { file, only } of this.#ordered(testFilter ?? [], sandboxFileName, activeMutant.id)) {
      // In a new process, the first run of a file also loads its modules, which takes longer than its tests.
      if (isFirst) await this.#run({ file });
      const { failed, hits } = await this.#judge({ file, only, mutant: activeMutant.id, hitLimit }, isFirst);
      nrOfTests += 1;
      if (hitLimit !== undefined && hits > hitLimit)
        return { status: MutantRunStatus.Timeout, reason: "endless" };
      if (!failed) continue;
      this.#noticed[file] = (this.#noticed[file] ?? 0) + 1;
      const failureMessage = `${failed.test}: ${failed.message}`;
      return { status: MutantRunStatus.Killed, killedBy: [file], failureMessage, nrOfTests };
    }
    // The reports come at the end only.
    const { location, mutatorName, replacement } = activeMutant;
    const place = `${relative(process.cwd(), sandboxFileName)}:${location.start.line + 1}:${location.start.column + 1}`;
    this.log.info(`Survived: ${place} ${mutatorName} → ${replacement.replace(/\s+/g, " ").slice(0, 80)}`);
    return { status: MutantRunStatus.Survived, nrOfTests };
  }

  /** Runs tests with a change, and at the first failure and now and then once more without it. */
  async #judge(request, isFirst) {
    const { file, only, hitLimit } = request;
    const result = await this.#run({ ...request, usual: this.#notes[file]?.times });
    if (!result.failed || (hitLimit !== undefined && result.hits > hitLimit)) return result;
    const { test } = result.failed;
    const name = `${file} ${test}`;
    const failures = this.#failures[name] ?? TRUSTED;
    this.#failures[name] = failures + 1;
    if (failures < TRUSTED) return result;
    const without = await this.#run({ file, only, until: test });
    if (!without.failed) this.#failures[name] = 0;
    if (!without.failed) return result;
    if (failures > TRUSTED)
      this.log.warn(`Not certain: the last ${failures} changes that this test noticed: ${name}`);
    // The tests of the file may depend on each other, or an earlier change in this process may have caused the
    // failure. In the second case, the process ends, and Stryker tries once more in a new process. A file that fails
    // there as well proves nothing.
    if (!only && isFirst) return { ...result, failed: undefined };
    if (!only) process.exit(1);
    this.#together.add(file);
    return this.#judge({ ...request, only: undefined }, isFirst);
  }

  /**
   * Returns the test files that reach a change, with the names of the tests that reach it, and that are the most specific
   * and fastest ones: those of the file named like the changed file, and those that reach the fewest changes. If a hook
   * for the whole file reaches the change, all its tests run at the end.
   * Fast files come first, and those that noticed many changes.
   */
  #ordered(files, changed, mutant) {
    const room = roomOf(changed);
    const found = [];
    for (const file of files) {
      const { outside, tests, times, time } = this.#notes[file];
      const isOwn = file.replace(/\.test(?=\.\w+$)/, "") === changed;
      const distance = isOwn ? 0 : roomOf(file) === room ? 1 : 2;
      const usual = Object.values(times).reduce((sum, one) => sum + one, 0) || 1;
      const reaching = Object.keys(tests).filter((name) => tests[name].includes(mutant));
      const isTogether = this.#together.has(file);
      if (!isTogether)
        for (const name of reaching)
          found.push({ file, name, distance, reach: tests[name].length, time: (time * times[name]) / usual });
      if (outside.includes(mutant) || (reaching.length > 0 && isTogether))
        found.push({ file, distance: distance + 2, reach: 0, time });
    }
    let left = MOST_MS;
    const runs = new Map();
    for (const one of found.sort((a, b) => a.distance - b.distance || a.reach * a.time - b.reach * b.time)) {
      if (!isNamed(one.file)) {
        if (left <= 0) continue;
        left -= one.time;
      }
      const key = `${one.distance} ${one.file}`;
      const run = runs.get(key) ?? { ...one, time: 0, ...(one.name && { only: [] }) };
      run.only?.push(one.name);
      run.time += one.time;
      runs.set(key, run);
    }
    const cost = ({ file, time, distance }) => distance * 1e6 + time / (1 + (this.#noticed[file] ?? 0));
    return [...runs.values()].sort((a, b) => cost(a) - cost(b));
  }
}

/** Adds up how often changes were reached. */
function sumOf(perTest) {
  const sum = {};
  for (const mutants of Object.values(perTest))
    for (const [mutant, hits] of Object.entries(mutants)) sum[mutant] = (sum[mutant] ?? 0) + hits;
  return sum;
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "files", TestRunner)];
