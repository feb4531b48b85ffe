/*
 * Preloaded into a panel's process (`node --import`). Native modules fail to load, as after an installation for another
 * operating system.
 */
process.dlopen = () => {
  const message = "node.node: cannot open shared object file: No such file or directory";
  throw Object.assign(new Error(message), { code: "ERR_DLOPEN_FAILED" });
};
