/*
 * Runs a program of `bundle` with its compiled code, because compiling takes as long as everything else that the
 * process does. The first process that ends normally stores its compiled code, including functions that are
 * compiled at their first call.
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

/** Renamed into place, because another process may be about to read it. */
function leave() {
  const temporary = `${compiled}.${process.pid}`;
  try {
    writeFileSync(temporary, script.createCachedData());
    renameSync(temporary, compiled);
  } catch (error) {
    // Another user's process, which may only read here.
    if (error.code !== "EACCES") throw error;
  }
}
