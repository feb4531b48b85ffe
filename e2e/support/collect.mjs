/*
 * Preloaded into a panel's process (`node --import`). On SIGUSR2, runs the garbage collector twice, first
 * synchronously and then asynchronously, and prints a message that contains the Node version.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// `--expose-gc` would do the same, but some versions of Node refuse this flag in NODE_OPTIONS.
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

let times = 0;
process.on("SIGUSR2", async () => {
  collect();
  await collect({ type: "major", execution: "async" });
  console.log(`Garbage collected under ${process.version} (${(times += 1)})`);
});
