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

// Once more after the file's imports: meanwhile, work left over from an earlier file may have created singletons, such
// as the environment, which would then be read before the file sets its variables.
beforeAll(forgetSingletons);

// If a test file ended while a module was still loading, the module might never finish loading, not even for the next
// file.
afterAll(() => vi.dynamicImportSettled());
