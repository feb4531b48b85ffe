/*
 * Preloaded into a command's process (`node --import`). Kills the process immediately after it has printed
 * KILL_AFTER. If the test killed the process after reading the output, the kill could come too late.
 */
const words = process.env.KILL_AFTER;
const write = process.stderr.write.bind(process.stderr);
process.stderr.write = (chunk, ...rest) => {
  if (String(chunk).includes(words))
    setTimeout(() => process.kill(process.pid, "SIGKILL"), Math.random() * 5);
  return write(chunk, ...rest);
};
