/*
 * Preloaded (`node --import`) into a panel's process. On SIGUSR2, runs garbage collection, first called from
 * JavaScript and then as a task of the engine, and prints a message with Node's version.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Same as `--expose-gc`, which not every Node version accepts in NODE_OPTIONS.
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

let times = 0;
process.on("SIGUSR2", async () => {
  collect();
  await collect({ type: "major", execution: "async" });
  console.log(`Garbage collected under ${process.version} (${(times += 1)})`);
});
