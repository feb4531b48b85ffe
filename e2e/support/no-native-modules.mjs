/*
 * Preloaded (`node --import`) into a panel's process. No native module can be loaded, as after an install for
 * another system.
 */
process.dlopen = () => {
  const message = "node.node: cannot open shared object file: No such file or directory";
  throw Object.assign(new Error(message), { code: "ERR_DLOPEN_FAILED" });
};
