import { relative } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { areRoomsOpen, configFile, forgetRooms } from "./rooms";
import { noteTime, treeTime } from "./times/processor-time.mjs";

/*
 * Runs before each test file in a process that runs several files. Forgets the rooms of the previous file and restores
 * globals, so that files do not affect each other.
 */

// The first of these hooks, because the last hook runs first.
if (process.env.TEST_TIMES) {
  const before = treeTime(process.pid);
  afterAll(({}, { file }) =>
    noteTime(file.projectName ?? "", relative(process.cwd(), file.filepath), treeTime(process.pid) - before),
  );
}

// How long the panel and components take depends on the machine's load. The files of a process share `vi`.
const PATIENCE = { timeout: 15_000 };
const shared: typeof vi & { isPatient?: true } = vi;
if (shared.isPatient === undefined) {
  const { waitFor } = vi;
  vi.waitFor = (callback, options = PATIENCE) => waitFor(callback, options);
  shared.isPatient = true;
}
if (typeof document !== "undefined")
  (await import("@testing-library/dom")).configure({ asyncUtilTimeout: 15_000 });

// The browser's modules keep state, such as a sign-out or a lost connection.
if (typeof document !== "undefined") vi.resetModules();

forgetRooms();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.useRealTimers();

// Again after the file's imports, because unfinished work of an earlier file may have opened rooms meanwhile.
beforeAll(forgetRooms);

// Waits for modules that are still loading. Otherwise, such a module might never finish loading, and the next test file
// that imports the module would wait forever.
afterAll(() => vi.dynamicImportSettled());
// The watcher would write to the database of a later test file.
afterAll(() => (areRoomsOpen() ? configFile().stop() : undefined));
