import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { noteTime, startedProcesses, treeTime } from "./processor-time.mjs";

const isWorker = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("workerProcessEntry");
  } catch {
    return false;
  }
};

/**
 * Notes the processor time of each browser test with its browser, panels and databases. What a worker does between two
 * tests counts for the second.
 */
export default class TimesReporter implements Reporter {
  #pids = new Map<number, number>();
  #times = new Map<number, number>();

  onTestBegin(_test: TestCase, { workerIndex }: TestResult): void {
    if (this.#pids.has(workerIndex)) return;
    const known = new Set(this.#pids.values());
    const unknown = startedProcesses().filter((pid) => !known.has(pid) && isWorker(pid));
    // Workers start in the order of their indexes, but the first test of a later worker may begin earlier.
    const pid = unknown[workerIndex - this.#pids.size] ?? unknown.at(-1);
    if (pid !== undefined) this.#pids.set(workerIndex, pid);
  }

  onTestEnd({ parent, location, title }: TestCase, { workerIndex }: TestResult): void {
    const pid = this.#pids.get(workerIndex);
    if (pid === undefined) return;
    const now = treeTime(pid);
    const seconds = Math.max(0, now - (this.#times.get(workerIndex) ?? 0));
    this.#times.set(workerIndex, now);
    noteTime(parent.project()?.name ?? "", relative(process.cwd(), location.file), seconds, title);
  }
}
