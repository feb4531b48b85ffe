/*
 * Runs a program from `bundle` with cached compiled code, because compiling takes as long as everything else
 * in the process. The first process that ends normally writes the cache. The cache includes functions that
 * were compiled when they were first called.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Script } from "node:vm";

const [program] = process.argv.slice(2);
const compiled = `${program}.compiled`;
const cachedData = existsSync(compiled) ? readFileSync(compiled) : undefined;
const script = new Script(readFileSync(program, "utf8"), { filename: program, cachedData });
if (!cachedData || script.cachedDataRejected) process.once("exit", leave);
script.runInThisContext()(createRequire(program));

/** Stores the compiled code. Renames a new file into place, because another process may be reading the old file. */
function leave() {
  const temporary = `${compiled}.${process.pid}`;
  try {
    writeFileSync(temporary, script.createCachedData());
    renameSync(temporary, compiled);
  } catch (error) {
    // A process of another user may only read this folder.
    if (error.code !== "EACCES") throw error;
  }
}
