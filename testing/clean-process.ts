import { afterAll, beforeAll, vi } from "vitest";
import { forgetSingletons, stopWatcher } from "./singletons";

/*
 * Runs before each test file in a process that runs several files. Removes singletons of the process
 * (`lib/process-singleton.ts`) and restores globals, so that files do not affect each other.
 */

forgetSingletons();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.useRealTimers();

// Removes singletons again after the file's imports, because unfinished work of an earlier file may have
// created some meanwhile. For example, an old environment singleton would ignore variables that the file sets.
beforeAll(forgetSingletons);

// Waits for modules that are still loading. Otherwise, such a module might never finish loading, and the next test file
// that imports the module would wait forever.
afterAll(() => vi.dynamicImportSettled());
afterAll(stopWatcher);
