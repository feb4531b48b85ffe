/*
 * Preloaded into a panel's process (`node --import`). Makes native modules fail to load, as if they had been
 * installed for another operating system.
 */
process.dlopen = () => {
  const message = "node.node: cannot open shared object file: No such file or directory";
  throw Object.assign(new Error(message), { code: "ERR_DLOPEN_FAILED" });
};
