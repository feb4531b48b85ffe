/* Runs a program of `bundle` with its compiled code: to compile it again takes a quarter of what a process costs. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Script } from "node:vm";

const [program] = process.argv.slice(2);
const cachedData = readFileSync(`${program}.compiled`);
const script = new Script(readFileSync(program, "utf8"), { filename: program, cachedData });
script.runInThisContext()(createRequire(program));
