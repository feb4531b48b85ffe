/*
 * Preloaded into a panel's process (`node --import`). Prevents the panel from detecting changes to the configuration
 * file, so that only another replica can notify the panel of a change.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

fs.watch = () => {
  throw new Error("no file is watched here");
};
syncBuiltinESMExports();

const every = globalThis.setInterval;
globalThis.setInterval = (work, ms, ...rest) => every(work, ms < 1_000 ? 2 ** 31 - 1 : ms, ...rest);
