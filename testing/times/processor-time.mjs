import { appendFileSync, readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100;

/** @returns {{ parent: number; own: number; reaped: number } | undefined} undefined if the process has ended, or without /proc */
function timesOf(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // The name, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [parent, user, system, reapedUser, reapedSystem] = [1, 11, 12, 13, 14].map((at) =>
    Number(fields[at]),
  );
  return { parent, own: (user + system) / TICKS, reaped: (reapedUser + reapedSystem) / TICKS };
}

/** Returns the processor time (s) of all processes that this process has started and that have ended. */
export const reapedTime = () => timesOf("self")?.reaped ?? 0;

/** Returns all processes with their times, by the id of their parent. */
function processes() {
  const byParent = new Map();
  for (const name of readdirSync("/proc")) {
    const times = /^\d+$/.test(name) ? timesOf(name) : undefined;
    if (times === undefined) continue;
    byParent.set(times.parent, [...(byParent.get(times.parent) ?? []), { pid: Number(name), ...times }]);
  }
  return byParent;
}

/**
 * Returns the ids of the processes that this process has started, oldest first.
 * @returns {number[]}
 */
export const startedProcesses = () =>
  (processes().get(process.pid) ?? []).map(({ pid }) => pid).toSorted((a, b) => a - b);

/** Returns the processor time (s) of a process and everything that it has started. */
export function treeTime(root) {
  const byParent = processes();
  const sumOf = (pid) =>
    (byParent.get(pid) ?? []).reduce((sum, child) => sum + child.own + child.reaped + sumOf(child.pid), 0);
  const { own = 0, reaped = 0 } = timesOf(root) ?? {};
  return own + reaped + sumOf(root);
}

/** Notes the processor time (s) of a test file, or of one of its tests, for `npm test -- --times`. */
export const noteTime = (project, file, seconds, title) =>
  appendFileSync(process.env.TEST_TIMES, `${JSON.stringify({ project, file, seconds, title })}\n`);

/** Returns the table of test files by processor time, and the sum of each project, from a file of `noteTime`. */
export function tableOfTimes(path) {
  const notes = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const sums = (keyOf) => {
    const found = new Map();
    for (const note of notes) found.set(keyOf(note), (found.get(keyOf(note)) ?? 0) + note.seconds);
    return [...found].toSorted(([, a], [, b]) => b - a);
  };
  const lines = (rows) => rows.map(([name, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
  return [
    "Processor time by project:",
    ...lines(sums(({ project }) => project)),
    "Processor time by test file, the 60 highest:",
    ...lines(sums(({ project, file }) => `${project} ${file}`).slice(0, 60)),
  ].join("\n");
}
