import { type Diagnostic, linter, lintGutter } from "@codemirror/lint";
import { type EditorState, type Extension, StateEffect, StateField, type Text } from "@codemirror/state";
import type { Problem } from "@/lib/shared/contract/config-snapshot";
import type { JsonSchema } from "@/lib/shared/settings/json-schema";
import { readTolerantly } from "@/lib/shared/json/read";
import { nodeAt } from "@/lib/shared/json/tree";
import { checkAgainst } from "./schema-check";
import { checkText, type TextProblem } from "./text-problems";

/** Adds the problems that the server has found in the text. Any edit to the text removes them. */
export const setServerProblems = StateEffect.define<TextProblem[]>();

const serverProblems = StateField.define<TextProblem[]>({
  create: () => [],
  update(problems, transaction) {
    for (const effect of transaction.effects) if (effect.is(setServerProblems)) return effect.value;
    return transaction.docChanged ? [] : problems;
  },
});

const lintDelay = 250;

export function problemsIn(state: EditorState, schema: JsonSchema | undefined): Diagnostic[] {
  const text = state.doc.toString();
  const { root, problems } = checkText(text);
  const values = root && schema && problems.length === 0 ? checkAgainst(schema, text, root) : [];
  const known = state.field(serverProblems, false) ?? [];
  return merged([...known, ...problems, ...values], state.doc.length);
}

/**
 * Checks the syntax and the schema after each edit. Marks all problems, including the server's, in the text.
 * @param report called with all problems after each check
 */
export function textLint(
  schema: JsonSchema | undefined,
  report: (problems: PlacedProblem[]) => void,
): Extension {
  return [
    serverProblems,
    lintGutter(),
    linter(
      ({ state }) => {
        const problems = problemsIn(state, schema);
        report(placesOf(state, problems));
        return problems;
      },
      {
        delay: lintDelay,
        needsRefresh: ({ transactions }) =>
          transactions.some(({ effects }) => effects.some((effect) => effect.is(setServerProblems))),
      },
    ),
  ];
}

/** A problem's position in the text. Lines and columns start at 1. */
export interface PlacedProblem extends Pick<Diagnostic, "from" | "message"> {
  severity: "error" | "warning";
  line: number;
  column: number;
}

export function placesOf({ doc }: EditorState, problems: readonly Diagnostic[]): PlacedProblem[] {
  return problems
    .map(({ from, message, severity }): PlacedProblem => {
      const line = doc.lineAt(from);
      return {
        from,
        message,
        severity: severity === "error" ? "error" : "warning",
        line: line.number,
        column: from - line.from + 1,
      };
    })
    .sort((a, b) => a.from - b.from);
}

/** Keeps only the first problem at each position, and limits the offsets to the length of the text. */
function merged(problems: readonly TextProblem[], length: number): Diagnostic[] {
  const places = new Set<number>();
  return problems.flatMap(({ from, to, ...rest }) => {
    const start = Math.min(from, length);
    if (places.has(start)) return [];
    places.add(start);
    return { from: start, to: Math.min(Math.max(to, start), length), ...rest };
  });
}

/**
 * Finds the positions of the server's problems in the text, by line and column or by the setting's key.
 * @param spelled returns a key path in the file's spelling
 */
export function placeProblems(
  doc: Text,
  problems: readonly Problem[],
  spelled: (path: string) => string,
): TextProblem[] {
  const { root } = readTolerantly(doc.toString());
  return problems.map(({ path, line, column, message, severity }): TextProblem => {
    if (line !== undefined) {
      const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
      const start = Math.min(from + Math.max((column ?? 1) - 1, 0), to);
      return { from: start, to: Math.max(start, Math.min(start + 1, to)), message, severity };
    }
    const node = path === undefined || !root ? undefined : nodeAt(root, spelled(path).split("."));
    return { from: node?.start ?? 0, to: node?.end ?? 0, message, severity };
  });
}
