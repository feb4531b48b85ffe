import { afterAll, vi } from "vitest";

/*
 * Before each test file of a process that runs several, one after the other: singletons of the process are recreated
 * (`lib/process-singleton.ts`), and no file sees what another one has put in the place of globals.
 */

const registry = (globalThis as Record<symbol, unknown>)[Symbol.for("instance-admin.singletons")];
if (registry instanceof Map) registry.clear();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.useRealTimers();

// A module that is on its way when its file ends might never arrive, for the next file either.
afterAll(() => vi.dynamicImportSettled());
