/** Loaded into the panel with `--import`. At SIGUSR2, prints how long (ms) its event loop was held at most since the last time. */
import { monitorEventLoopDelay } from "node:perf_hooks";

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on("SIGUSR2", () => {
  process.stdout.write(`loop-delay ${(delay.max / 1e6).toFixed(0)}\n`);
  delay.reset();
});
