/*
 * Preloaded (`node --import`) into a panel's process: disables its own detection of changes to the configuration file,
 * so that it can only learn of them from another replica.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

fs.watch = () => {
  throw new Error("no file is watched here");
};
syncBuiltinESMExports();

const every = globalThis.setInterval;
globalThis.setInterval = (work, ms, ...rest) => every(work, ms < 1_000 ? 2 ** 31 - 1 : ms, ...rest);
