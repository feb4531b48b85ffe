/*
 * Preloaded (`node --import`) into a command's process: kills it a moment after it has said KILL_AFTER. From outside it
 * could have come to its end before anybody has read that.
 */
const words = process.env.KILL_AFTER;
const write = process.stderr.write.bind(process.stderr);
process.stderr.write = (chunk, ...rest) => {
  if (String(chunk).includes(words))
    setTimeout(() => process.kill(process.pid, "SIGKILL"), Math.random() * 5);
  return write(chunk, ...rest);
};
