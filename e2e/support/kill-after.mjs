/*
 * Preloaded (`node --import`) into a command's process. Kills it right after it has printed KILL_AFTER. If killed
 * from outside, it could have ended before anybody has read that.
 */
const words = process.env.KILL_AFTER;
const write = process.stderr.write.bind(process.stderr);
process.stderr.write = (chunk, ...rest) => {
  if (String(chunk).includes(words))
    setTimeout(() => process.kill(process.pid, "SIGKILL"), Math.random() * 5);
  return write(chunk, ...rest);
};
