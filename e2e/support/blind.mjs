/*
 * Preloaded (`node --import`) into a panel's process: takes away what it notices a changed configuration file with by
 * itself, so that what it learns all the same it was told by another replica.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

fs.watch = () => {
  throw new Error("no file is watched here");
};
syncBuiltinESMExports();

const every = globalThis.setInterval;
globalThis.setInterval = (work, ms, ...rest) => every(work, ms < 1_000 ? 2 ** 31 - 1 : ms, ...rest);
