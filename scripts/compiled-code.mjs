/**
 * Keeps what V8 compiles, as `module.enableCompileCache` does in Node 22 and later, for Node 20: compiling the same files
 * again was a quarter of the processor time of a start and of the first requests.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";

/**
 * From now on, takes the code of CommonJS modules from `folder`, and adds to it what was missing when the process ends.
 * A file there is named after all that its code was made of, so that it is right or is not found.
 * @param {string} folder
 */
export function keepCompiledCode(folder) {
  const missing = new Map();
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (content, filename, format) {
    // A script of ours could not import.
    if (format === "module" || /\bimport\s*\(/.test(content))
      return compile.call(this, content, filename, format);
    const path = join(folder, nameOf(filename, content));
    const cachedData = readIfThere(path);
    const script = scriptOf(content, { filename, cachedData });
    // Node finds that it is a module after all, or says what is wrong.
    if (script === null) return compile.call(this, content, filename, format);
    if (cachedData === undefined || script.cachedDataRejected) missing.set(path, script);
    const run = script.runInThisContext();
    return run.call(this.exports, this.exports, createRequire(filename), this, filename, dirname(filename));
  };
  // By then the functions that were called are compiled, too.
  process.once("exit", () => keep(folder, missing));
}

const nameOf = (filename, content) =>
  createHash("sha1").update(`${process.version} ${filename}\0`).update(content).digest("hex");

function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function scriptOf(content, options) {
  try {
    return new Script(Module.wrap(content), options);
  } catch {
    return null;
  }
}

function keep(folder, missing) {
  try {
    mkdirSync(folder, { recursive: true });
    for (const [path, script] of missing) {
      const temporary = `${path}.${process.pid}`;
      writeFileSync(temporary, script.createCachedData());
      renameSync(temporary, path);
    }
  } catch {
    // The next start compiles it again.
  }
}
