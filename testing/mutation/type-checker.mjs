import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { CheckStatus } from "@stryker-mutator/api/check";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";

const root = resolve(import.meta.dirname, "../..");
/** More copies at once would take gigabytes of memory. */
const AT_ONCE = 800;

/**
 * Leaves out the changes that the types refuse, because `npm run check` notices them. A copy of the file is written for
 * each change, and the compiler checks all copies in one run. It takes 6 ms per change.
 */
class TypeChecker {
  async init() {}

  async group(mutants) {
    const ids = mutants.map(({ id }) => id);
    const groups = [];
    for (let at = 0; at < ids.length; at += AT_ONCE) groups.push(ids.slice(at, at + AT_ONCE));
    return groups;
  }

  async check(mutants) {
    mkdirSync(join(root, ".stryker"), { recursive: true });
    const folder = mkdtempSync(join(root, ".stryker/types-"));
    try {
      const refused = refusedBy(folder, mutants);
      const result = ({ id }) =>
        refused.has(id)
          ? { status: CheckStatus.CompileError, reason: refused.get(id) }
          : { status: CheckStatus.Passed };
      return Object.fromEntries(mutants.map((mutant) => [mutant.id, result(mutant)]));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

/**
 * Returns the first error of each change that has one, without the errors of the unchanged file's copy: a copy may lack
 * what another file declares for a module.
 */
function refusedBy(folder, mutants) {
  const write = (fileName, id, text) => {
    const copy = join(folder, relative(root, fileName).replace(/(?=\.tsx?$)/, `.${id}`));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, text);
  };
  for (const fileName of new Set(mutants.map((mutant) => mutant.fileName)))
    write(fileName, "unchanged", readFileSync(fileName, "utf8"));
  for (const mutant of mutants) write(mutant.fileName, mutant.id, changed(mutant));
  const settings = {
    extends: "../../tsconfig.json",
    // Imports from a copy lead to the unchanged files.
    compilerOptions: { rootDirs: [".", "../.."], incremental: false, noEmit: true },
    include: ["**/*", "../../next-env.d.ts"],
    exclude: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  const compiler = join(root, "node_modules/typescript-native/bin/tsc");
  const words = [compiler, "-p", folder, "--singleThreaded", "--pretty", "false"];
  const options = { cwd: root, encoding: "utf8", maxBuffer: 1024 ** 3 };
  const { stdout, stderr, status, signal, error } = spawnSync(process.execPath, words, options);
  if (error) throw error;
  // Without errors, the status is 0, with errors 1 or 2.
  if (![0, 1, 2].includes(status)) throw new Error(`The compiler ended: ${signal ?? status} ${stderr}`);
  const errors = [...stdout.matchAll(/(\S+)\.(\d+|unchanged)\.tsx?\(\d+,\d+\): error (.*)/g)];
  const usual = new Set(
    errors.filter(([, , id]) => id === "unchanged").map(([, file, , error]) => file + error),
  );
  const refused = new Map();
  for (const [, file, id, reason] of errors)
    if (!usual.has(file + reason) && !refused.has(id)) refused.set(id, reason);
  return refused;
}

/** Returns the text of a file with the change. */
function changed({ fileName, location, replacement }) {
  const text = readFileSync(fileName, "utf8");
  const lines = text.split("\n");
  const offset = ({ line, column }) =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, column);
  // An expression keeps its place between operators. It may end with a comment.
  const isExpression = !/^(\w+$|\{|case\b|default\b|for\b)/.test(replacement);
  const inserted = isExpression ? `(${replacement}\n)` : replacement;
  return text.slice(0, offset(location.start)) + inserted + text.slice(offset(location.end));
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, "types", TypeChecker)];
