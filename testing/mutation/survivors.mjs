import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "survivors");

/** Collapses white space, and cuts a long text. */
const short = (text) => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
};

/**
 * Returns a change as text, independent of line numbers, such as `if («rows.length > 0») return; ⇒ true`.
 * @param {string[]} lines the source
 */
export function changeOf(lines, { location: { start, end }, replacement }) {
  const first = lines[start.line - 1] ?? "";
  const before = first.slice(0, start.column - 1).trimStart();
  if (start.line !== end.line)
    return `${before}«${short(first.slice(start.column - 1))} …» ⇒ ${short(replacement)}`;
  const part = first.slice(start.column - 1, end.column - 1);
  return `${before}«${part}»${first.slice(end.column - 1)} ⇒ ${short(replacement)}`;
}

/**
 * Reads `survivors/*.json`: per file, reasons and the changes that each one explains. A reason begins with its kind:
 * `equivalent` (same behavior), `work` (only time, memory or the log), `elsewhere` (names the test that notices), or
 * `untested`.
 * @returns {Record<string, { why: string; changes: string[] }[]>}
 */
export function namedSurvivors() {
  if (!existsSync(FOLDER)) return {};
  return Object.assign(
    {},
    ...readdirSync(FOLDER).map((name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8"))),
  );
}

export const hasSurvived = ({ status }) => status === "Survived" || status === "NoCoverage";

/** Returns the survivors of a run that no reason explains, such as `lib/errors.ts:7: «a» && b ⇒ true`. */
export function unexplained(files, named = namedSurvivors()) {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split("\n");
    const known = new Set(named[file]?.flatMap(({ changes }) => changes));
    return mutants
      .filter((mutant) => hasSurvived(mutant) && !known.has(changeOf(lines, mutant)))
      .map((mutant) => `${file}:${mutant.location.start.line}: ${changeOf(lines, mutant)}`);
  });
}
