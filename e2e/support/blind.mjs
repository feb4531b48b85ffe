/*
 * Preloaded (`node --import`) into a panel's process. Disables its own detection of changes to the configuration
 * file, so that only another replica can notify it.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

fs.watch = () => {
  throw new Error("no file is watched here");
};
syncBuiltinESMExports();

const every = globalThis.setInterval;
globalThis.setInterval = (work, ms, ...rest) => every(work, ms < 1_000 ? 2 ** 31 - 1 : ms, ...rest);
