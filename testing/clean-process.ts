import { afterAll, beforeAll, vi } from "vitest";
import { forgetSingletons } from "./singletons";

/*
 * Runs before each test file in a process that runs several files. Removes singletons of the process
 * (`lib/process-singleton.ts`) and restores globals, so that files do not affect each other.
 */

forgetSingletons();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.useRealTimers();

// Removes singletons again after the file's imports. Unfinished work of an earlier file may have created singletons
// during the imports. A remaining environment, for example, would ignore the variables that the file sets.
beforeAll(forgetSingletons);

// If a test file ended while a module was still loading, the module might never finish loading, not even for the next
// file.
afterAll(() => vi.dynamicImportSettled());
