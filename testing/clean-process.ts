import { afterAll, vi } from "vitest";
import { forgetSingletons } from "./singletons";

/*
 * Runs before each test file of a process that runs several. Recreates singletons of the process
 * (`lib/process-singleton.ts`) and restores globals, so that no file is affected by another.
 */

forgetSingletons();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.useRealTimers();

// A module that is still loading when its file ends might never arrive, not even for the next file.
afterAll(() => vi.dynamicImportSettled());
